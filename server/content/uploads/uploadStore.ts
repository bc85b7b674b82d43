/** The files of the uploads. Other nodes begin, continue and end uploads in the same folder, so what is open is read from it each time. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FileStore } from '@tus/file-store';

/** An upload that was begun and is not finished: its bytes are promised, though they are not on the disk yet. */
export interface Announced {
  id: string;
  tenant_id: string;
  user_id: string;
  size: number;
  /** Bytes still to come. */
  missing: number;
}
type Described = Omit<Announced, 'missing'>;
type Upload = Awaited<ReturnType<FileStore['getUpload']>>;
const SUFFIX = '.json';

function describedBy({ id, size = 0, metadata }: Upload): Described {
  const { tenant_id, user_id } = metadata ?? {};
  return { id, tenant_id: tenant_id ?? '', user_id: user_id ?? '', size };
}

export class UploadStore extends FileStore {
  /** What describes an upload never changes, so it is read once; null: it is not whole yet. */
  private described = new Map<string, Promise<Described | null>>();

  private describe = (id: string): Promise<Described | null> =>
    this.getUpload(id).then(describedBy, () => null);

  private async announced(id: string): Promise<Announced | null> {
    const reading = this.described.get(id) ?? this.describe(id);
    this.described.set(id, reading);
    const found = await reading;
    if (!found) {
      this.described.delete(id);
      return null;
    }
    const there = await stat(join(this.directory, id)).then(
      ({ size }) => size,
      () => 0,
    );
    return { ...found, missing: found.size - there };
  }

  override async create(upload: Upload): Promise<Upload> {
    const created = await super.create(upload);
    this.described.set(upload.id, Promise.resolve(describedBy(upload)));
    return created;
  }

  async list(): Promise<readonly Announced[]> {
    const ids = (await readdir(this.directory))
      .filter(name => name.endsWith(SUFFIX))
      .map(name => name.slice(0, -SUFFIX.length));
    const open = new Set(ids);
    for (const id of this.described.keys()) if (!open.has(id)) this.described.delete(id);
    return (await Promise.all(ids.map(async id => this.announced(id)))).filter(one => one !== null);
  }
}
