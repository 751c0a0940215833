// The end of a page of a long list: a button that adds the next one.
import type { Paged } from "../use-paged.ts"

export function More<P, R>({ of }: { readonly of: Paged<P, R> }) {
  return of.more === null ? null : (
    <p>
      <button type="button" class="button" onClick={of.more} data-row data-more>
        Show more
      </button>
    </p>
  )
}
