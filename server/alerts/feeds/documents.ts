/** What a feed holds, and what its entries only name: each is fetched for itself, and tried again until it was read. */
import { createHash } from 'node:crypto';
import type { AlertFeedFault } from '../../../shared/contract/alerts/alertFeed.ts';
import { MAX_CAP_BYTES } from '../../../shared/contract/alerts/alertCalls.ts';
import type { Server } from '../../context/server.ts';
import { OutboundError } from '../../net/outbound.ts';
import type { CapAlert } from '../cap/readAlert.ts';
import { readDocument, type EntryLink } from '../cap/readDocument.ts';
import { CapRefusal } from '../cap/refusal.ts';

export const CAP_TYPES = /\b(xml|rss|atom|json)\b|^text\/(plain|html)/i;
/** Entries that are followed at one reading; the others are followed at the next ones. */
const MAX_FOLLOWED = 50;
const HASH_LENGTH = 16;

interface Held {
  /** Of the entry that named it; null: it is the feed itself. */
  name: string | null;
  bytes: Buffer;
  alerts: CapAlert[];
}
export interface FeedDocuments {
  documents: Held[];
  /** Names of the entries that were taken before, of those the feed still lists. */
  followed: string[];
  faults: AlertFeedFault[];
  /** No entry is left for the next reading. */
  isWhole: boolean;
}

/** null: a fault of ours. */
export const faultOf = (error: unknown): AlertFeedFault | null =>
  error instanceof OutboundError ? error.fault : error instanceof CapRefusal ? 'unreadable' : null;

/** What an address holds never changes, unless its entry says so. */
const nameOf = ({ url, updated }: EntryLink) =>
  createHash('sha256').update(`${url} ${updated}`).digest('base64url').slice(0, HASH_LENGTH);

export async function documentsOf(
  server: Server,
  bytes: Buffer,
  before: readonly string[],
): Promise<FeedDocuments> {
  const { alerts, links } = readDocument(bytes);
  if (alerts.length > 0)
    return { documents: [{ name: null, bytes, alerts }], followed: [], faults: [], isWhole: true };
  const entries = new Map(links.map(link => [nameOf(link), link.url]));
  const followed = before.filter(name => entries.has(name));
  for (const name of followed) entries.delete(name);
  const documents: Held[] = [];
  const faults: AlertFeedFault[] = [];
  const now = [...entries].slice(0, MAX_FOLLOWED);
  for (const [name, url] of now)
    try {
      const answer = await server.outbound({ url, types: CAP_TYPES, maxBytes: MAX_CAP_BYTES });
      documents.push({ name, bytes: answer.bytes, alerts: readDocument(answer.bytes).alerts });
    } catch (error) {
      const fault = faultOf(error);
      if (fault === null) throw error;
      faults.push(fault);
    }
  return { documents, followed, faults, isWhole: now.length === entries.size };
}
