// What people do here: one POST each, a line that says it was done, and an undo where the product has one.
import { ask } from "./api.ts"
import { say } from "./parts/toast.tsx"

export async function perform<T>(
  path: string,
  body: unknown,
  how: { readonly said: string | ((answer: T) => string); readonly undoable?: boolean; readonly done?: () => void },
): Promise<T | null> {
  try {
    const answer = await ask<T>(path, { body })
    const text = typeof how.said === "string" ? how.said : how.said(answer)
    say({ text, ...(how.undoable ? { undo: () => void undo(how.done) } : {}) })
    how.done?.()
    return answer
  } catch (error) {
    say({ text: (error as Error).message })
    return null
  }
}

export const undo = (done?: () => void): Promise<unknown> =>
  perform<{ undone: readonly { type: string; statement: string | null }[] }>(
    "/api/undo",
    {},
    {
      said: ({ undone }) =>
        undone.length === 0 ? "Nothing to undo." : `Undone: ${undone.map(u => u.statement ?? u.type).join(", ")}`,
      ...(done ? { done } : {}),
    },
  )
