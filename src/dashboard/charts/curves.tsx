// Curves with bands over time, drawn by uPlot, which is loaded only where one is shown. The bands are the 50 and 90 % ranges.
import { useEffect, useState } from "preact/hooks"
import { colour } from "../theme.ts"
import { useWidth } from "./drawing.tsx"

interface CurvePoint {
  /** milliseconds */
  readonly at: number
  readonly mean: number
  readonly lo50: number
  readonly hi50: number
  readonly lo90: number
  readonly hi90: number
}
const HEIGHT = 170

export function Curve({ points, label, fill }: { points: readonly CurvePoint[]; label: string; fill: string }) {
  const [place, width] = useWidth<HTMLDivElement>()
  const [themed, setThemed] = useState(0)
  useEffect(() => {
    const again = () => setThemed(n => n + 1)
    const system = matchMedia("(prefers-color-scheme: dark)")
    addEventListener("mettle:theme", again)
    system.addEventListener("change", again)
    return () => {
      removeEventListener("mettle:theme", again)
      system.removeEventListener("change", again)
    }
  }, [])
  useEffect(() => {
    if (width === 0 || points.length === 0 || !place.current) return
    const holder = place.current
    let ended = false
    let end = () => {
      ended = true
    }
    void draw(holder, width, points, fill).then(destroy => {
      if (ended) destroy()
      else end = destroy
    })
    return () => end()
  }, [width, points, fill, themed])
  return <div ref={place} role="img" aria-label={label} style={`min-height: ${HEIGHT}px`} />
}

async function draw(
  holder: HTMLElement,
  width: number,
  points: readonly CurvePoint[],
  fill: string,
): Promise<() => void> {
  const [{ default: UPlot }] = await Promise.all([import("uplot"), import("uplot/dist/uPlot.min.css")])
  const ink = colour(fill)
  const dim = colour("dim")
  const line = colour("line")
  const axis = { stroke: dim, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1 }, font: FONT }
  const edge = { stroke: "transparent", width: 0, points: { show: false } }
  const chart = new UPlot(
    {
      width,
      height: HEIGHT,
      legend: { show: false },
      cursor: { show: false },
      scales: { y: { range: [0, 1] } },
      axes: [
        {
          ...axis,
          size: 26,
          values: (_, times) => times.map(day).map((text, i, all) => (text === all[i - 1] ? "" : text)),
        },
        { ...axis, size: 46, splits: () => [0, 0.25, 0.5, 0.75, 1] },
      ],
      series: [{}, edge, edge, edge, edge, { stroke: ink, width: 2, points: { show: points.length < 40, size: 5 } }],
      bands: [
        { series: [1, 2], fill: withAlpha(ink, 0.13) },
        { series: [3, 4], fill: withAlpha(ink, 0.22) },
      ],
    },
    [
      points.map(p => p.at / 1000),
      points.map(p => p.hi90),
      points.map(p => p.lo90),
      points.map(p => p.hi50),
      points.map(p => p.lo50),
      points.map(p => p.mean),
    ],
    holder,
  )
  return () => chart.destroy()
}

const DAY = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" })
const day = (seconds: number): string => DAY.format(1000 * seconds)
const FONT = "12px system-ui, sans-serif"
const withAlpha = (value: string, alpha: number): string => {
  const [r = "0", g = "0", b = "0"] = value.match(/[\d.]+/g) ?? []
  return `rgba(${r}, ${g}, ${b}, ${alpha})`
}
