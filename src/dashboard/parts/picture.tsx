// A picture with its title, what it says in words, and its twin: the same figures as a table.
import type { ComponentChildren } from "preact"
import { type Column, Table } from "./table.tsx"

interface PictureProps<T> {
  readonly title: string
  readonly says?: ComponentChildren
  readonly columns: readonly Column<T>[]
  readonly rows: readonly T[]
  readonly children: ComponentChildren
}

export function Picture<T>({ title, says, columns, rows, children }: PictureProps<T>) {
  return (
    <figure>
      <figcaption>
        <h2>{title}</h2>
        {says !== undefined && <span class="small dim">{says}</span>}
      </figcaption>
      {children}
      <details>
        <summary>as a table ({rows.length})</summary>
        <Table columns={columns} rows={rows} />
      </details>
    </figure>
  )
}
