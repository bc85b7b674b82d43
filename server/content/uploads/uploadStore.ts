/** The files of the uploads. What they promise is read from the disk once and kept up from then on. */
import { readdir } from 'node:fs/promises';
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
type Upload = Awaited<ReturnType<FileStore['getUpload']>>;
const SUFFIX = '.json';

function announcedOf({ id, size = 0, offset, metadata }: Upload): Announced {
  const { tenant_id, user_id } = metadata ?? {};
  return { id, tenant_id: tenant_id ?? '', user_id: user_id ?? '', size, missing: size - offset };
}

export class UploadStore extends FileStore {
  private open: Promise<Map<string, Announced>> | null = null;
  /** Their bytes come in at this moment. */
  private readonly receiving = new Set<string>();

  private async readAll(): Promise<Map<string, Announced>> {
    const ids = (await readdir(this.directory))
      .filter(name => name.endsWith(SUFFIX))
      .map(name => name.slice(0, -SUFFIX.length));
    const found = await Promise.all(ids.map(async id => this.getUpload(id).catch(() => null)));
    return new Map(found.flatMap(upload => (upload ? [[upload.id, announcedOf(upload)]] : [])));
  }

  /** As its file stands now. */
  private async update(id: string): Promise<void> {
    const upload = await this.getUpload(id).catch(() => null);
    const all = await this.announced();
    if (upload) all.set(id, announcedOf(upload));
    else all.delete(id);
  }

  /** The files were changed by another way: they are read anew. */
  forget(): void {
    this.open = null;
  }

  private announced(): Promise<Map<string, Announced>> {
    this.open ??= this.readAll();
    this.open.catch(() => this.forget());
    return this.open;
  }

  async list(): Promise<readonly Announced[]> {
    await this.announced();
    await Promise.all([...this.receiving].map(async id => this.update(id)));
    return [...(await this.announced()).values()];
  }

  override async create(upload: Upload): Promise<Upload> {
    const created = await super.create(upload);
    await this.update(upload.id);
    return created;
  }

  override async write(...[stream, id, offset]: Parameters<FileStore['write']>): Promise<number> {
    this.receiving.add(id);
    try {
      return await super.write(stream, id, offset);
    } finally {
      this.receiving.delete(id);
      await this.update(id);
    }
  }

  override async remove(id: string): Promise<void> {
    try {
      await super.remove(id);
    } finally {
      await this.update(id);
    }
  }
}
