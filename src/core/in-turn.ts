// One after another, in the order given, whatever became of the one before.

export function queue(): <T>(act: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return act => {
    const next = last.then(act, act)
    last = next.catch(() => {})
    return next
  }
}
