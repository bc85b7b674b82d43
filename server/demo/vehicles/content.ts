/** Fetches what a simulated screen is to play: the signed head, then the documents it names. */
import {
  document,
  manifest,
  type ConfigDocument,
  type DocumentKind,
  type Head,
  type PlaylistDocument,
  type ScheduleDocument,
} from '../../../shared/contract/playout/manifest.ts';
import type { FlightsDocument } from '../../../shared/contract/playout/flights.ts';
import { address } from '../../../shared/contract/wire/endpoint.ts';
import type { Documents } from '../../../shared/playout/plans.ts';
import type { VehicleClient } from './client.ts';

export interface Content {
  /** Of the head. */
  version: number;
  documents: Documents;
}
const NOT_MODIFIED = 304;

/** `textsOf`: the documents of a kind that the head names. */
export function contentOf(version: number, textsOf: (kind: DocumentKind) => readonly string[]): Content {
  const read = <T>(kind: DocumentKind) => textsOf(kind).map(text => JSON.parse(text) as T);
  const [playlist = null] = read<PlaylistDocument>('playlist');
  const [config = null] = read<ConfigDocument>('config');
  const [flights = null] = read<FlightsDocument>('flights');
  const [schedule = null] = read<ScheduleDocument>('schedule');
  const scheduled = read<PlaylistDocument>('scheduled');
  return { version, documents: { playlist, config, flights, schedule, scheduled } };
}

/** Polls with the version it has: null where nothing is new. */
export async function pollContent(client: VehicleClient, version: number): Promise<Content | null> {
  const headers = { 'if-none-match': `"v${version}"` };
  const reply = await client.request('GET', manifest.path, { headers });
  if (reply.status === NOT_MODIFIED) return null;
  const head = JSON.parse(reply.text) as Head;
  const texts = await Promise.all(
    head.documents.map(async ({ kind, sha256 }) => {
      const { text } = await client.request('GET', address(document.path, { sha256 }));
      return { kind, text };
    }),
  );
  return contentOf(head.version, wanted =>
    texts.filter(({ kind }) => kind === wanted).map(({ text }) => text),
  );
}
