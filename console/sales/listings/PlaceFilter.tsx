import { deviceGroups } from '../../../shared/contract/fleet/deviceGroup.ts';
import { RowFilter } from '../../kit/fields/RowFilter.tsx';
import type { CustomFilterProps } from '../../kit/resource/defineResource.ts';
import { useText } from '../../kit/text/useText.ts';

export function PlaceFilter(props: CustomFilterProps) {
  const text = useText('listings');
  return (
    <RowFilter
      {...props}
      param="group_id"
      label={text('values.group')}
      list={deviceGroups.list}
      hideWhenEmpty
    />
  );
}
