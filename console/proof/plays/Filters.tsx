import { campaigns } from '../../../shared/contract/sales/campaign.ts';
import { creatives } from '../../../shared/contract/content/creative.ts';
import { devices } from '../../../shared/contract/fleet/device.ts';
import { RowFilter } from '../../kit/fields/RowFilter.tsx';
import type { CustomFilterProps } from '../../kit/resource/defineResource.ts';
import { useText } from '../../kit/text/useText.ts';

export const DevicePick = (props: CustomFilterProps) => (
  <RowFilter {...props} param="device_id" label={useText('plays')('filters.device')} list={devices.list} />
);
export const CreativePick = (props: CustomFilterProps) => (
  <RowFilter
    {...props}
    param="creative_id"
    label={useText('plays')('filters.creative')}
    list={creatives.list}
  />
);
export const CampaignPick = (props: CustomFilterProps) => (
  <RowFilter
    {...props}
    param="campaign_id"
    label={useText('plays')('filters.campaign')}
    list={campaigns.list}
  />
);
