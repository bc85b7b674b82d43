/** Partners that are asked by OpenRTB, one request for each spot: by the planner, and by hand. */
import type { PartnerKind } from '../partner.ts';

export const OPENRTB_KINDS = ['openrtb_dsp', 'prebid_server', 'mock'] as const;
export const isOpenrtbKind = (kind: PartnerKind) => (OPENRTB_KINDS as readonly PartnerKind[]).includes(kind);
