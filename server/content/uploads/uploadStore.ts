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
const SUFFIX = '.json';

export class UploadStore extends FileStore {
  /** What describes an upload never changes, so it is read once; null: it is not whole yet. */
  private described = new Map<string, Promise<Described | null>>();

  private async describe(id: string): Promise<Described | null> {
    const upload = await this.getUpload(id).catch(() => null);
    if (!upload) return null;
    const { tenant_id, user_id } = upload.metadata ?? {};
    return { id, tenant_id: tenant_id ?? '', user_id: user_id ?? '', size: upload.size ?? 0 };
  }

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

  async list(): Promise<readonly Announced[]> {
    const ids = (await readdir(this.directory))
      .filter(name => name.endsWith(SUFFIX))
      .map(name => name.slice(0, -SUFFIX.length));
    const open = new Set(ids);
    for (const id of this.described.keys()) if (!open.has(id)) this.described.delete(id);
    return (await Promise.all(ids.map(async id => this.announced(id)))).filter(one => one !== null);
  }
}
