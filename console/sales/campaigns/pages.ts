/** Where campaigns are listed: in the workspace and in the admin area. */
import type { PageName } from '../../app/paths.ts';

export const CAMPAIGN_PAGES = ['campaigns', 'adminCampaigns'] as const satisfies readonly PageName[];
