// How wide a picture may be: it is drawn in real pixels, so that letters keep their size.
import type { RefObject } from "preact"
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
