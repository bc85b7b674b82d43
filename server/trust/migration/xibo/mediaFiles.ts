/** Which file of an archive a widget means: by the id of its medium, and by the name it is stored as. Pure. */
import { decodeXML } from 'entities';

export interface FoundFile {
  file: string | null;
  name: string;
}
export type FindFile = (media_id: string, uri: string) => FoundFile;

type Row = Readonly<Record<string, unknown>>;
const asText = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
const base = (path: string) => path.split('/').at(-1) ?? '';

/** `mapping`: the rows of mapping.json. A player's folder has none: there a medium is called by its id. */
export function filesOf(entries: readonly { name: string }[], mapping: readonly Row[]): FindFile {
  const names = new Set(entries.map(({ name }) => name));
  const byBase = new Map(entries.map(({ name }) => [base(name), name]));
  const byId = new Map(mapping.map(row => [asText(row['mediaid'] ?? row['mediaId']), row]));
  const byFile = new Map(mapping.map(row => [asText(row['file']), row]));
  const entryOf = (file: string) => {
    if (file === '') return null;
    if (names.has(`library/${file}`)) return `library/${file}`;
    return names.has(file) ? file : (byBase.get(base(file)) ?? null);
  };
  return (media_id, uri) => {
    const plain = decodeXML(uri).trim();
    const row = byId.get(media_id) ?? byId.get(/^(\d+)\.\w+$/.exec(plain)?.[1] ?? '') ?? byFile.get(plain);
    const file = row ? entryOf(asText(row['file'])) : null;
    return { file: file ?? entryOf(plain), name: asText(row?.['name']) };
  };
}
