/** Resumable uploads (tus 1.0.0): each bound to the user who began it, taken in when its last byte is there. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { FileStore } from '@tus/file-store';
import { Server as Tus } from '@tus/server';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { MAX_VIDEO_BYTES, UPLOADS_PATH } from '../../../shared/contract/content/media.ts';
import type { UserCaller } from '../../http/caller.ts';
import type { Role } from '../../../shared/contract/wire/roles.ts';
import type { Server } from '../../context/server.ts';
import type { Doer } from '../../transaction/audit.ts';
import { openFinished } from './finished.ts';
import { notValid, refuseEarly } from '../media/refusals.ts';
import { requireSpace } from '../media/space.ts';
import { cleanFilename, takeFile } from '../media/take.ts';

/** Recorded with the creative: no review was asked for. */
const APPROVAL_REASON = 'uploader_holds_manage_creatives';
const ID = /^[0-9a-f]{32}$/;

type Metadata = Record<string, string | null>;
type Upload = Awaited<ReturnType<FileStore['getUpload']>>;

export function openUploads(server: Server) {
  const directory = join(server.config.dataDir, 'uploads');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const store = new FileStore({ directory });
  const finished = openFinished(server, directory);
  const callers = new WeakMap<object, UserCaller>();
  const failures = new WeakMap<object, unknown>();
  const finishing = new Map<string, Promise<string>>();

  const tus = new Tus({
    path: UPLOADS_PATH,
    datastore: store,
    maxSize: MAX_VIDEO_BYTES,
    relativeLocation: true,
    /** Same origin only. */
    allowedOrigins: () => false,
    onUploadCreate: async (request, upload) => {
      const caller = callers.get(request);
      if (!caller) throw new AppError('AUTH_REQUIRED', 'Sign in first.');
      if (upload.size === undefined) throw notValid('Upload-Length', 'The size must be said beforehand.');
      refuseEarly({ filetype: upload.metadata?.['filetype'] ?? '', bytes: upload.size });
      await requireSpace(directory, upload.size);
      return { metadata: bound(upload.metadata ?? {}, caller) };
    },
    onUploadFinish: async (_request, upload) => ({ headers: { 'X-Creative': await finish(upload) } }),
    onResponseError: (request, error) => void failures.set(request, error),
  });

  /** Once an upload, however often its end is asked for. */
  function finish(upload: Upload): Promise<string> {
    const running = finishing.get(upload.id) ?? takeIn(upload).finally(() => finishing.delete(upload.id));
    finishing.set(upload.id, running);
    return running;
  }

  async function takeIn(upload: Upload): Promise<string> {
    const { metadata = {} } = upload;
    try {
      const { creative_id } = await takeFile(server, {
        path: join(directory, upload.id),
        filename: metadata['filename'] ?? '',
        name: metadata['name'] ?? undefined,
        tenant_id: metadata['tenant_id'] ?? '',
        by: metadata['user_id'] ?? null,
        doer: doerOf(metadata),
        approval_reason: APPROVAL_REASON,
      });
      await finished.keep(upload.id, {
        creative_id,
        bytes: upload.size ?? 0,
        user_id: metadata['user_id'] ?? '',
      });
      await store.remove(upload.id);
      return creative_id;
    } catch (error) {
      /** What was refused stays refused; what failed on our side may be asked for again. */
      if (error instanceof AppError) await store.remove(upload.id);
      throw error;
    }
  }

  return {
    finished,
    /** The upload, where it is this user's; anything else looks like none. */
    async find(id: string, caller: UserCaller): Promise<Upload | null> {
      if (!ID.test(id)) return null;
      const upload = await store.getUpload(id).catch(() => null);
      const isOwn =
        upload?.metadata?.['user_id'] === caller.user_id && upload.metadata['tenant_id'] === caller.tenant_id;
      return isOwn ? upload : null;
    },
    finish,
    async speak(request: Request, caller: UserCaller): Promise<Response> {
      callers.set(request, caller);
      const response = await tus.handleWeb(request);
      const failure = failures.get(request);
      if (failure instanceof Error && !('status_code' in failure)) throw failure;
      return response;
    },
  };
}
export type Uploads = ReturnType<typeof openUploads>;

/** Only what is ours is kept of what the client says. */
const bound = (metadata: Metadata, caller: UserCaller): Metadata => ({
  filename: cleanFilename(metadata['filename'] ?? ''),
  filetype: metadata['filetype'] ?? '',
  ...(metadata['name'] ? { name: cleanFilename(metadata['name']) } : {}),
  user_id: caller.user_id,
  tenant_id: caller.tenant_id,
  role: caller.role,
  email: caller.email,
});

/** Whoever began it; where he was when it ended is not known. */
const doerOf = (metadata: Metadata): Doer => ({
  id: metadata['user_id'] ?? null,
  role: (metadata['role'] ?? null) as Role | null,
  email: metadata['email'] ?? null,
  ip: null,
  ua: null,
  request_id: null,
});
