import { devices } from '../../../shared/contract/fleet/device.ts';
import { deals } from '../../../shared/contract/programmatic/deal.ts';
import { partners } from '../../../shared/contract/programmatic/partner.ts';
import { RowFilter } from '../../kit/fields/RowFilter.tsx';
import type { CustomFilterProps } from '../../kit/resource/defineResource.ts';
import { useText } from '../../kit/text/useText.ts';
import { REASON_CODES } from './reasons.ts';

export const PartnerPick = (props: CustomFilterProps) => (
  <RowFilter
    {...props}
    param="partner_id"
    label={useText('auctions')('filters.partner')}
    list={partners.list}
  />
);
export const DevicePick = (props: CustomFilterProps) => (
  <RowFilter {...props} param="device_id" label={useText('auctions')('filters.device')} list={devices.list} />
);

export const DealPick = (props: CustomFilterProps) => (
  <RowFilter
    {...props}
    param="deal_id"
    label={useText('auctions')('filters.deal')}
    list={deals.list}
    hideWhenEmpty
  />
);
/** Auctions in whose requests it stood, bid on or not. */
export const OfferedDealPick = (props: CustomFilterProps) => (
  <RowFilter
    {...props}
    param="offered_deal_id"
    label={useText('auctions')('filters.offeredDeal')}
    list={deals.list}
    hideWhenEmpty
  />
);
/** Those whose time an emergency alert took, whatever became of them. */
export function DisplacedFilter({ values, change }: CustomFilterProps) {
  const text = useText('auctions');
  return (
    <label className="flex min-h-12 items-center gap-2">
      <input
        type="checkbox"
        checked={values['displaced'] === 'true'}
        onChange={e => change({ displaced: e.target.checked ? 'true' : '' })}
      />
      {text('filters.displaced')}
    </label>
  );
}

/** Auctions in which a bid was lost, refused or not made for this reason. */
export function ReasonFilter({ values, change }: CustomFilterProps) {
  const text = useText('auctions');
  const value = values['code'] ?? '';
  const any = text('filters.anyReason');
  return (
    <label>
      <span className="sr-only">{text('filters.reason')}</span>
      <select
        value={value}
        onChange={e => change({ code: e.target.value })}
        className={`control w-auto max-w-72 ${value === '' ? '' : 'bg-neutral-tint font-semibold'}`}
      >
        <option value="">{any}</option>
        {(['loss', 'nonbid'] as const).map(kind => (
          <optgroup key={kind} label={text(`filters.${kind}`)}>
            {REASON_CODES[kind].map(code => (
              <option key={code} value={code}>
                {text(`${kind}.${code}`)}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </label>
  );
}
