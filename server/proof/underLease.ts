/** Whether a play had the right that its lease gives, and whether it came in time. Pure. */
import type { PlayRecord } from '../../shared/contract/proof/play.ts';
import { startOf } from './validate.ts';

export interface LeaseFacts {
  leases: ReadonlyMap<
    string,
    {
      device_id: string;
      campaign_id: string;
      /** Plays that were granted and not given back, and those handed in before. */
      most: number;
      reported: number;
      /** ms; no play begins before it. */
      granted_ms: number;
      /** ms; no play begins after the first, none is expected after the second. */
      play_ms: number;
      report_ms: number;
    }
  >;
  /** By campaign: the version of this screen's documents from which on it plays under leases alone. */
  since: ReadonlyMap<string, number>;
  /** By version that is kept: campaigns that it let play without a lease. One may have needed none for a while. */
  free: ReadonlyMap<number, ReadonlySet<string>>;
}

export const LEASE_REASONS = [
  'lease_unknown',
  'lease_other',
  'lease_early',
  'lease_expired',
  'lease_spent',
  'lease_missing',
] as const;
export type LeaseReason = (typeof LEASE_REASONS)[number];

/** A screen decides by the moment an item is due, which lies a little before its first frame. */
const LATENESS_MS = 60_000;

/** `before`: plays under the same lease earlier in this batch. */
export function leaseReason(
  record: PlayRecord,
  { leases, since, free }: LeaseFacts,
  before: number,
): LeaseReason | null {
  const { campaign_id, lease_id, device_id } = record;
  if (campaign_id === undefined || record.result === 'not_shown') return null;
  if (lease_id === undefined) {
    const from = since.get(campaign_id);
    const isFree = free.get(record.manifest_version)?.has(campaign_id) === true;
    return from !== undefined && record.manifest_version >= from && !isFree ? 'lease_missing' : null;
  }
  const lease = leases.get(lease_id);
  if (!lease) return 'lease_unknown';
  if (lease.device_id !== device_id || lease.campaign_id !== campaign_id) return 'lease_other';
  if (lease.reported + before >= lease.most) return 'lease_spent';
  if (startOf(record) + record.clock.uncertainty_ms < lease.granted_ms - LATENESS_MS) return 'lease_early';
  return startOf(record) > lease.play_ms + LATENESS_MS ? 'lease_expired' : null;
}

/** It was begun, and under a lease of this very screen and campaign: one less is out, whatever else is said of it. */
export const countsUnderLease = (record: PlayRecord, reasons: readonly string[]): boolean =>
  record.result !== 'not_shown' && !reasons.includes('lease_unknown') && !reasons.includes('lease_other');

/** What nobody waited for any more: it counts, and the campaign may have been passed by it. */
export function isLate(record: PlayRecord, { leases }: LeaseFacts, now: number): boolean {
  const lease = record.lease_id === undefined ? undefined : leases.get(record.lease_id);
  return lease !== undefined && now > lease.report_ms && record.result !== 'not_shown';
}
