// What every picture is drawn on: as wide as its place, in real pixels, so that letters keep their size.
import type { ComponentChildren, RefObject } from "preact"
import { useEffect, useRef, useState } from "preact/hooks"

export function useWidth<T extends HTMLElement>(): readonly [RefObject<T | null>, number] {
  const place = useRef<T>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (!place.current) return
    const watch = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? 0)))
    watch.observe(place.current)
    return () => watch.disconnect()
  }, [])
  return [place, width]
}

interface DrawingProps {
  readonly place: RefObject<HTMLDivElement | null>
  readonly width: number
  readonly height: number
  /** what it says, for whoever does not see it */
  readonly label: string
  readonly children: ComponentChildren
}
export const Drawing = ({ place, width, height, label, children }: DrawingProps) => (
  <div ref={place}>
    {width > 0 && (
      <svg class="picture" height={height} role="img" aria-label={label}>
        {children}
      </svg>
    )}
  </div>
)
