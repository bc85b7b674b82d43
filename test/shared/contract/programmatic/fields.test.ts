/** OPEN-ENT-07: the fields of design/contract.md §5, §6 and §9 (reports), written down by hand. */
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { adapter } from '../../../../shared/contract/programmatic/adapter.ts';
import { auction } from '../../../../shared/contract/programmatic/auction.ts';
import { bid } from '../../../../shared/contract/programmatic/bid.ts';
import { creativeMapping } from '../../../../shared/contract/programmatic/creativeMapping.ts';
import { deal, dealCreate } from '../../../../shared/contract/programmatic/deal.ts';
import { inventoryMapping } from '../../../../shared/contract/programmatic/inventoryMapping.ts';
import { multiplierModel } from '../../../../shared/contract/programmatic/multiplierModel.ts';
import { notice } from '../../../../shared/contract/programmatic/notice.ts';
import { partner, partnerCreate } from '../../../../shared/contract/programmatic/partner.ts';
import { placement } from '../../../../shared/contract/programmatic/placement.ts';
import { testCaseDetail } from '../../../../shared/contract/programmatic/tester/testCase.ts';
import { testRunDetail } from '../../../../shared/contract/programmatic/tester/testRun.ts';
import { leaseRow } from '../../../../shared/contract/programmatic/leaseLog.ts';
import { reportDefinition } from '../../../../shared/contract/reports/definition.ts';
import { reconciliation } from '../../../../shared/contract/reports/reconciliation.ts';
import { reportRun } from '../../../../shared/contract/reports/run.ts';
import { play, playRecord } from '../../../../shared/contract/proof/play.ts';
import { disputeDetail } from '../../../../shared/contract/sales/dispute.ts';
import { slotMapping } from '../../../../shared/contract/programmatic/slotMapping.ts';

const FIELDS: Record<string, [row: { shape: object }, fields: string]> = {
  partner: [
    partner,
    `name kind endpoint_url auth request_gzip accept_gzip tmax_ms qps_limit concurrency at currencies seats_allow
    seats_block media mimes max_duration_s regions notices schain revenue_share_bps max_lead_s report_deadline_s
    late_policy requires_creative_preapproval test_mode maintainer_email gvl_id state last_test`,
  ],
  deal: [
    deal,
    `deal_code partner_id name type private_auction at guar floor wseat wadomain starts_at ends_at tz dayparts
    inventory commit daily_cap priority allowed_crids blocked_cats state`,
  ],
  placement: [
    placement,
    `device_id listing_id zone w h ppi orientation media mimes spot_len_s allow_audio boxing_allowed movable venue_ids
    multiplier_model_id`,
  ],
  'inventory mapping': [
    inventoryMapping,
    'partner_id placement_id external_screen_id external_venue_id venuetypetax venuetype state',
  ],
  'creative mapping': [
    creativeMapping,
    `partner_id crid creative_id adomain cat attr mime w h dur_s source_url sha256 audit_status audited_by expires_at
    reject_reason`,
  ],
  'slot mapping': [
    slotMapping,
    'playlist_id dayparts mode partner_order fallback_creative_id max_programmatic_pct',
  ],
  'multiplier model': [multiplierModel, 'name sourcetype vendor table effective_from effective_to note'],
  auction: [
    auction,
    `id placement_id device_id at play_from play_to floor_micros deals partners_called status winner_bid_id
    clearing_micros min_to_win_micros multiplier tmax_ms duration_ms sampled`,
  ],
  bid: [
    bid,
    `auction_id partner_id seat bid_id imp_id price_micros cur base_micros dealid crid adomain cat attr dur mime w h
    exp outcome loss_code nonbid_code nbr http_status latency_ms`,
  ],
  notice: [notice, 'bid_id kind url attempts state'],
  adapter: [adapter, 'partner_id breaker health'],
  'test case': [testCaseDetail, 'name request response expect tags source'],
  'test run': [testRunDetail, 'suite mode state results duration_ms'],
  lease: [
    leaseRow,
    `device_id source auction_id bid_id partner_id deal_id campaign_id state max_plays window_start window_end
    play_deadline report_deadline`,
  ],
  'play of a screen': [
    playRecord,
    `play_id device_id key_id epoch seq boot_id prev_hash record_hash lease_id kind campaign_id creative_id playlist_id
    creative_sha256 zone planned_at started_wall_ms started_mono_ms ended_mono_ms duration_ms expected_ms result
    completion frames visible_share volume geo network player_version clock`,
  ],
  'play as the server judged it': [
    play,
    'id device_id creative_id playlist_id epoch seq received_at started_at state reasons result zone record_hash',
  ],
  dispute: [disputeDetail, 'kind scope claimed_minor claimed_plays evidence due_at owner state decision'],
  'report definition': [reportDefinition, 'name preset tz schedule recipients format language'],
  'report run': [reportRun, 'state as_of row_count sha256 bytes expires_at'],
  reconciliation: [
    reconciliation,
    'partner_id first_day last_day ours_e4 theirs_e4 diff_pct tolerance_pct state as_of',
  ],
};

describe('a field of the design', () => {
  it.each(Object.entries(FIELDS))('OPEN-ENT-07 is there: those of a %s', (_name, [row, fields]) => {
    const there = Object.keys(row.shape);
    expect(fields.split(/\s+/).filter(field => !there.includes(field))).toEqual([]);
  });

  const PARTNER = {
    name: 'Atlantic',
    kind: 'openrtb_dsp',
    endpoint_url: 'https://dsp.example/',
    currencies: ['EUR'],
  };
  it.each<[object, boolean]>([
    [{}, true],
    [{ tmax_ms: 50 }, true],
    [{ tmax_ms: 49 }, false],
    [{ tmax_ms: 10_001 }, false],
    [{ qps_limit: 5_000 }, true],
    [{ qps_limit: 0 }, false],
    [{ at: 2 }, true],
    [{ at: 3 }, false],
    [{ at: 500 }, true],
    [{ seats_allow: ['a'], seats_block: ['b'] }, false],
    [{ late_policy: 'makegood' }, true],
    [{ late_policy: 'never' }, false],
    [{ regions: ['PT'] }, true],
    [{ regions: ['Portugal'] }, false],
    [{ gvl_id: 0 }, false],
    [{ notice_hosts: ['Win.Harbour.example', 'a-b.example'] }, true],
    [{ notice_hosts: ['https://win.example'] }, false],
    [{ notice_hosts: ['win.example/path'] }, false],
    [{ notice_hosts: ['example'] }, false],
    [{ notice_hosts: ['win.example', 'win.example'] }, false],
  ])('OPEN-ENT-07 of a partner %j is taken: %j', (more, isTaken) => {
    expect(z.safeParse(partnerCreate, { ...PARTNER, ...more }).success).toBe(isTaken);
  });

  const DEAL = {
    ...{
      partner_id: '00000000-0000-7000-8000-000000000001',
      deal_code: 'D-1',
      name: 'Mornings',
      type: 'pmp',
    },
    floor: { mode: 'cpm', amount_micros: 1, currency: 'EUR' },
    ...{ starts_at: '2026-01-01T00:00:00.000Z', ends_at: '2026-02-01T00:00:00.000Z', tz: 'Europe/Lisbon' },
  };
  it.each<[object, boolean]>([
    [{}, true],
    [{ deal_code: 'x'.repeat(64) }, true],
    [{ deal_code: 'x'.repeat(65) }, false],
    [{ at: 3 }, true],
    [{ at: 4 }, false],
    [{ priority: 16 }, true],
    [{ priority: 17 }, false],
    [{ type: 'guaranteed' }, false],
    [{ type: 'guaranteed', commit: { plays: 100 } }, true],
    [{ daily_cap: 1 }, true],
    [{ daily_cap: 0 }, false],
    [{ ends_at: '2025-12-31T00:00:00.000Z' }, false],
    [{ floor: { mode: 'durfloors', currency: 'EUR', durfloors: [] } }, false],
    [{ inventory: { media: ['banner'] } }, true],
    [{ inventory: { media: ['paper'] } }, false],
  ])('OPEN-ENT-07 of a deal %j is taken: %j', (more, isTaken) => {
    expect(z.safeParse(dealCreate, { ...DEAL, ...more }).success).toBe(isTaken);
  });
});
