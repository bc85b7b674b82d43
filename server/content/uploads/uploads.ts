/** Resumable uploads (tus 1.0.0): bound to the user who created them, ingested after the last byte. */
import { ERRORS, Server as Tus } from '@tus/server';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { folder as folderSchema } from '../../../shared/contract/content/library/mediaLibrary.ts';
import { MAX_VIDEO_BYTES, UPLOADS_PATH } from '../../../shared/contract/content/media.ts';
import type { UserPrincipal } from '../../http/principal.ts';
import { allows } from '../../../shared/contract/wire/access.ts';
import type { Role } from '../../../shared/contract/wire/roles.ts';
import type { Server } from '../../context/server.ts';
import type { AuditPrincipal } from '../../transaction/audit.ts';
import { requireStorageWithinPlan } from '../../identity/tenants/plan.ts';
import { inTenant } from '../../transaction/context.ts';
import { crowded, openTurns } from '../../transaction/turns.ts';
import { openAnnounced } from './announced.ts';
import { openFinishedUploads } from './finished.ts';
import { requireStillAllowed } from './stillAllowed.ts';
import { requireWithinLimits, uploadLimitsOf } from './tenantLimits.ts';
import { openUploadLocks } from './uploadLocks.ts';
import { openUploadStore } from './openUploadStore.ts';
import type { UploadStore } from './uploadStore.ts';
import { notFound } from '../../db/rows.ts';
import { notValid, requireAcceptable } from '../media/errors.ts';
import { requireConvertible, type Facts } from '../media/formats/probe.ts';
import { uuid7 } from '../../../shared/random.ts';
import { cleanFilename } from './filenames.ts';
import { ingestFile, MAKER_APPROVES } from '../media/ingest.ts';

/** Names an upload that a call waits for, and what it wants of the node that has it. */
const CHANNEL = 'wayside_uploads';
const RELEASE = 'release';
const GIVE_UP = 'give-up';

/** Whoever may make creatives decides by uploading; what others upload is a draft that they submit. */
const approvalReasonOf = ({ role }: UserPrincipal) =>
  allows(role, 'creatives', 'W') ? MAKER_APPROVES : null;
const NOT_FOUND = ERRORS.FILE_NOT_FOUND.status_code;
const GONE = ERRORS.FILE_NO_LONGER_EXISTS.status_code;
const MAX_BEGINNING = 500;
const KEPT_MS = 24 * 60 * 60_000;
/** What one person may have begun and not finished: what is promised to him is kept from everybody else. */
const MAX_OPEN = 100;
const MAX_OPEN_BYTES = 8 * MAX_VIDEO_BYTES;
const ID = /^[0-9a-f]{32}$/;

type Metadata = Record<string, string | null>;
type Upload = Awaited<ReturnType<UploadStore['getUpload']>>;

export async function openUploads(server: Server) {
  const store = await openUploadStore(server);
  const finished = openFinishedUploads(server);
  const callers = new WeakMap<object, UserPrincipal>();
  const failures = new WeakMap<object, unknown>();
  const announced = openAnnounced(store);
  const locks = openUploadLocks({
    store,
    clock: server.clock,
    ask: id => server.notify(CHANNEL, `${RELEASE} ${id}`),
  });
  const turns = openTurns(
    { atOnce: 1, waiting: MAX_BEGINNING },
    crowded('Too many uploads begin at once.', 'UNAVAILABLE'),
  );
  const finishing = new Map<string, { done: Promise<string>; gaveUp: AbortController }>();

  const tus = new Tus({
    path: UPLOADS_PATH,
    datastore: store,
    locker: locks.locker,
    maxSize: MAX_VIDEO_BYTES,
    relativeLocation: true,
    /** Same origin only. */
    allowedOrigins: () => false,
    onUploadCreate: async (request, upload) => {
      const principal = callers.get(request);
      if (!principal) throw new AppError('AUTH_REQUIRED', 'Sign in first.');
      if (upload.size === undefined) throw notValid('Upload-Length', 'The size must be said beforehand.');
      const filetype = upload.metadata?.['filetype'] ?? '';
      requireAcceptable({ filetype, bytes: upload.size });
      await requireConvertible(filetype, server.config.ffmpeg);
      const { tenant_id, user_id } = principal;
      const limits = await inTenant(server, { tenant_id, user_id }, uploadLimitsOf);
      requireWithinLimits(limits, { mime: filetype, bytes: upload.size, duration_ms: null });
      const begun = { id: upload.id, size: upload.size, tenant_id, user_id };
      /** One after the other, so that each counts those before it. */
      await turns.run('', async () => {
        await requireRoom(begun);
        announced.begin(request, begun);
      });
      return { metadata: ownedMetadata(upload.metadata ?? {}, principal, server.clock.now()) };
    },
    onUploadFinish: async (request, upload) => {
      const principal = callers.get(request);
      if (!principal) throw new AppError('AUTH_REQUIRED', 'Sign in first.');
      return { headers: { 'X-Creative': await finish(upload, principal) } };
    },
    onResponseError: (request, error) => void failures.set(request, error),
  });

  async function requireRoom(begun: { size: number; tenant_id: string; user_id: string }) {
    const { size, tenant_id, user_id } = begun;
    const { missing, ofTenant, own } = await announced.sums(begun);
    if (own.count >= MAX_OPEN || own.missing + size > MAX_OPEN_BYTES)
      throw new AppError('RULE', 'Finish or discard the uploads you have begun first.', {
        uploads: own.count,
        most: MAX_OPEN,
        most_bytes: MAX_OPEN_BYTES,
      });
    await store.requireRoom(size, missing);
    await inTenant(server, { tenant_id, user_id }, ctx => requireStorageWithinPlan(ctx, size + ofTenant));
  }

  /** Ingests an upload once, however often it is called. */
  function finish(upload: Upload, principal: UserPrincipal): Promise<string> {
    const running = finishing.get(upload.id);
    if (running) return running.done;
    const gaveUp = new AbortController();
    const done = ingestOnce(upload, principal, gaveUp.signal).finally(() => finishing.delete(upload.id));
    finishing.set(upload.id, { done, gaveUp });
    return done;
  }

  /** null: there is no such upload, or no more. */
  const find = (id: string): Promise<Upload | null> =>
    store.getUpload(id).catch((error: unknown) => {
      const { status_code } = error as { status_code?: number };
      if (status_code === GONE || status_code === NOT_FOUND) return null;
      throw error;
    });

  /** Another node may be ending it, or has. */
  async function ingestOnce(upload: Upload, principal: UserPrincipal, signal: AbortSignal): Promise<string> {
    const lock = await locks.take(upload.id);
    try {
      if (lock && (await find(upload.id))) return await ingest(upload, principal, signal);
      const outcome = await finished.find(upload.id, principal.user_id);
      if (!outcome) throw notFound('upload');
      return outcome.creative_id;
    } finally {
      lock?.release();
    }
  }

  async function ingest(upload: Upload, principal: UserPrincipal, signal: AbortSignal): Promise<string> {
    const { metadata = {} } = upload;
    try {
      await requireStillAllowed(server, principal);
      const { tenant_id, user_id } = principal;
      const limits = await inTenant(server, { tenant_id, user_id }, uploadLimitsOf);
      const options = {
        filename: metadata['filename'] ?? '',
        name: metadata['name'] ?? undefined,
        folder: folderFrom(metadata['folder'] ?? ''),
        tenant_id: metadata['tenant_id'] ?? '',
        user_id: metadata['user_id'] ?? null,
        auditPrincipal: auditPrincipalOf(metadata),
        creative_id: metadata['creative_id'] ?? undefined,
        approval_reason: approvalReasonOf(principal),
        judge: (facts: Facts) => requireWithinLimits(limits, { ...facts, bytes: upload.size ?? 0 }),
        signal,
      };
      const { creative_id } = await store.withContent(upload, path =>
        ingestFile(server, { ...options, path }),
      );
      await finished.keep(upload.id, {
        creative_id,
        bytes: upload.size ?? 0,
        user_id: metadata['user_id'] ?? '',
      });
      await store.remove(upload.id);
      return creative_id;
    } catch (error) {
      /** A refused upload is removed; after an internal error the client may try again. */
      if (error instanceof AppError && error.code !== 'UNAVAILABLE') await store.remove(upload.id);
      if (signal.aborted) throw new AppError('UNAVAILABLE', 'The upload was given up while it was checked.');
      throw error;
    }
  }

  return {
    finished,
    /** Deletes abandoned uploads and old outcomes. */
    async sweep(): Promise<void> {
      const before = server.clock.now() - KEPT_MS;
      await store.sweep(before);
      await finished.sweep(before);
    },
    /** Hears what calls on other nodes want of uploads that this one has. */
    listen: () =>
      server.listen(CHANNEL, {
        heard(text) {
          const [wish, id = ''] = text.split(' ');
          if (wish === GIVE_UP) finishing.get(id)?.gaveUp.abort();
          else locks.requestRelease(id);
        },
        /** Whoever waits asks again. What the connection held is lost with it. */
        missed: () => locks.releaseLost(),
      }),
    /** The upload of this user; any other is answered as missing. */
    async find(id: string, principal: UserPrincipal): Promise<Upload | null> {
      if (!ID.test(id)) return null;
      const upload = await find(id);
      const isOwn =
        upload?.metadata?.['user_id'] === principal.user_id &&
        upload.metadata['tenant_id'] === principal.tenant_id;
      return isOwn ? upload : null;
    },
    finish,
    /** Its file is no longer checked. */
    async giveUp(id: string): Promise<void> {
      finishing.get(id)?.gaveUp.abort();
      await server.notify(CHANNEL, `${GIVE_UP} ${id}`);
    },
    close: () => finishing.forEach(({ gaveUp }) => gaveUp.abort()),
    async handle(request: Request, principal: UserPrincipal): Promise<Response> {
      callers.set(request, principal);
      const response = await tus.handleWeb(request).finally(() => announced.begun(request));
      const failure = failures.get(request);
      if (failure instanceof Error && !('status_code' in failure)) throw failure;
      return response;
    },
  };
}
export type Uploads = Awaited<ReturnType<typeof openUploads>>;

/** A path that the library cannot take, as one that is too deep, is left away: the file is what counts. */
const folderFrom = (path: string): string => folderSchema.safeParse(path).data ?? '';

/** Keeps only known metadata of the client and adds the user. */
const ownedMetadata = (metadata: Metadata, principal: UserPrincipal, now: number): Metadata => ({
  filename: cleanFilename(metadata['filename'] ?? ''),
  filetype: metadata['filetype'] ?? '',
  ...(metadata['folder'] ? { folder: metadata['folder'] } : {}),
  ...(metadata['name'] ? { name: cleanFilename(metadata['name']) } : {}),
  user_id: principal.user_id,
  tenant_id: principal.tenant_id,
  role: principal.role,
  email: principal.email,
  /** Known before its bytes: whoever ends it again, as after a kill, gets the same one. */
  creative_id: uuid7(now),
});

/** The user who created the upload; IP address and browser at its end are unknown. */
const auditPrincipalOf = (metadata: Metadata): AuditPrincipal => ({
  id: metadata['user_id'] ?? null,
  role: (metadata['role'] ?? null) as Role | null,
  email: metadata['email'] ?? null,
  ip: null,
  ua: null,
  request_id: null,
});
