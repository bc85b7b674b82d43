/** A report of a screen in memory, which no command waits for, is answered before the framework routes it. */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { ALERTS_VERSION_HEADER } from '../../../shared/contract/alerts/alertSignals.ts';
import { reported } from '../../../shared/contract/fleet/device.ts';
import { heartbeat } from '../../../shared/contract/playout/manifest.ts';
import { AT_ONCE } from '../../../shared/contract/wire/limits.ts';
import type { Server } from '../../context/server.ts';
import { SERVER_TIME_HEADER } from '../../http/serverTime.ts';
import { answerBeforeRoutes, REQUEST_ID_HEADER, type Ports } from './fastPath.ts';
import type { CachedDevice } from './deviceCache.ts';
import type { ReportAnswerer } from './reports.ts';

const OK = 200;
/** What a screen reads, and what keeps its answer what it is: it pays for each byte. */
const OF_ANSWER: readonly string[] = [
  ...['content-type', 'content-length', 'x-content-type-options'],
  ...[REQUEST_ID_HEADER, SERVER_TIME_HEADER, ALERTS_VERSION_HEADER],
];
/** Reports are some 700 bytes; a longer one the route reads. */
const MAX_BYTES = 8_192;

/** Bytes of a body that is as a screen sends it; null: the route reads it. */
function lengthOf({ headers }: IncomingMessage): number | null {
  const { 'content-type': type, 'content-length': written = '' } = headers;
  const isPlain = type === 'application/json' && /^[1-9]\d{0,4}$/.test(written);
  const isOther = ['transfer-encoding', 'content-encoding', 'idempotency-key'].some(name => name in headers);
  const length = Number(written);
  return isPlain && !isOther && length <= MAX_BYTES ? length : null;
}

/** Its whole body, where it came in one piece; it stays to be read by the route. */
const readAhead = (request: IncomingMessage, length: number) =>
  new Promise<Buffer | null>(done => {
    request.once('readable', () => {
      const body = request.read() as Buffer | null;
      if (body !== null) request.unshift(body);
      done(body?.length === length ? body : null);
    });
    /** Whoever hung up sends no more of it. */
    request.once('close', () => done(null));
  });

export function answerReportsFromMemory(
  app: FastifyInstance,
  server: Server,
  { answerReport, ...ports }: Ports & { answerReport: ReportAnswerer },
): void {
  const { network } = ports;
  /** It looks at nothing but the text. */
  const parse = app.getDefaultJsonParser('error', 'error');
  const readJson = (body: Buffer) =>
    new Promise<unknown>((done, fail) => {
      void parse(null as never, body.toString('utf8'), (error, value) => (error ? fail(error) : done(value)));
    });

  /** Reports of a screen that wait here: who sends more than have a turn at once waits for his turn at the route. */
  const inFlight = new Map<CachedDevice, number>();
  async function answerInTurn(device: CachedDevice, act: () => ReturnType<typeof answer>) {
    const before = inFlight.get(device) ?? 0;
    if (before >= AT_ONCE.device.atOnce) return null;
    inFlight.set(device, before + 1);
    try {
      return await act();
    } finally {
      const left = (inFlight.get(device) ?? 1) - 1;
      if (left > 0) inFlight.set(device, left);
      else inFlight.delete(device);
    }
  }

  async function answer(request: IncomingMessage, origin: string, length: number) {
    const body = await readAhead(request, length);
    if (body === null) return null;
    const signed = { method: 'POST', url: heartbeat.path, headers: request.headers, rawBody: body };
    /** Before anything is read of the body, which costs far more than it costs to send. */
    const screen = network.recognise(signed, origin);
    /** A command may have come while the body did. */
    if (screen === null || screen.device.hasPendingCommands) return null;
    const report = z.safeParse(reported, await readJson(body));
    if (!report.success) return null;
    const answered = JSON.stringify(await answerReport(screen.principal, report.data, screen.device));
    const headers = { 'content-length': String(Buffer.byteLength(answered)) };
    return { tenant_id: screen.principal.tenant_id, headers, body: answered };
  }
  answerBeforeRoutes(app, server, ports, {
    method: 'POST',
    path: heartbeat.path,
    status: OK,
    keptHeaders: OF_ANSWER,
    answers(request, origin) {
      const length = lengthOf(request);
      const device = length === null ? null : network.inMemory(request);
      if (length === null || !device || device.hasPendingCommands) return null;
      return answerInTurn(device, () => answer(request, origin, length));
    },
  });
}
