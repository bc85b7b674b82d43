import { creatives } from '../../shared/contract/creative.ts';
import { devices } from '../../shared/contract/device.ts';
import { RowFilter } from '../fields/RowFilter.tsx';
import type { OwnFilterProps } from '../resources/define.ts';
import { useText } from '../useText.ts';

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
