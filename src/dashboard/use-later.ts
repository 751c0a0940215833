// A value once it has come to rest: what is typed is asked for only when the typing pauses.
import { useEffect, useState } from "preact/hooks"

export function useLater<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
