import { creatives } from '../../../shared/contract/content/creative.ts';
import { devices } from '../../../shared/contract/fleet/device.ts';
import { RowFilter } from '../../kit/fields/RowFilter.tsx';
import type { OwnFilterProps } from '../../kit/resource/define.ts';
import { useText } from '../../kit/text/useText.ts';

export const DevicePick = (props: OwnFilterProps) => (
  <RowFilter {...props} field="device_id" what={useText('plays')('filters.device')} from={devices.list} />
);
export const CreativePick = (props: OwnFilterProps) => (
  <RowFilter
    {...props}
    field="creative_id"
    what={useText('plays')('filters.creative')}
    from={creatives.list}
  />
);
