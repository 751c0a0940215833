// A table: lists of figures, and the twin of the picture of an episode; open, or behind a line that says how much there is.
import type { ComponentChildren } from "preact"

interface Column<T> {
  readonly head: string
  readonly cell: (row: T) => ComponentChildren
  /** figures stand at the right */
  readonly num?: boolean
}

interface TableProps<T> {
  readonly columns: readonly Column<T>[]
  readonly rows: readonly T[]
}

export const More = <T,>({ what, ...table }: TableProps<T> & { readonly what: string }) =>
  table.rows.length === 0 ? null : (
    <details>
      <summary>
        {what} ({table.rows.length})
      </summary>
      <Table {...table} />
    </details>
  )

export const Table = <T,>({ columns, rows }: TableProps<T>) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reached by keyboard
  <div class="scroll" tabIndex={0}>
    <table>
      <thead>
        <tr>
          {columns.map(column => (
            <th key={column.head} scope="col" class={column.num ? "num" : undefined}>
              {column.head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, i) => (
          <tr key={i}>
            {columns.map(column => (
              <td key={column.head} class={column.num ? "num" : undefined}>
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
