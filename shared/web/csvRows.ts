/** Rows of a CSV file as in RFC 4180; separated by commas or, where its first line has more of them, semicolons. Pure. */
const BOM = '\ufeff';
const PART = /("(?:[^"]|"")*"|[^,;\r\n"]*)(,|;|\r?\n|\r|$)/y;

export function csvRows(text: string): string[][] {
  const source = text.startsWith(BOM) ? text.slice(1) : text;
  const [first = ''] = source.split(/[\r\n]/, 1);
  const separator = first.split(';').length > first.split(',').length ? ';' : ',';
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  PART.lastIndex = 0;
  while (PART.lastIndex < source.length) {
    const found = PART.exec(source);
    /** A quote within a cell that has none around it: the line is taken as it stands. */
    if (!found) break;
    const [, value = '', end = ''] = found;
    cell += value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value;
    if ((end === ',' || end === ';') && end !== separator) {
      cell += end;
      continue;
    }
    row.push(cell);
    cell = '';
    if (end !== separator) {
      rows.push(row);
      row = [];
    }
  }
  if (row.length > 0) rows.push([...row, cell]);
  return rows.filter(cells => cells.some(each => each.trim() !== ''));
}
