import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { systemClock } from '../../../../shared/clock.ts';
import { devices } from '../../../../shared/contract/fleet/device.ts';
import { locations } from '../../../../shared/contract/fleet/location.ts';
import { inventoryMappings } from '../../../../shared/contract/programmatic/inventoryMapping.ts';
import { multiplierModels } from '../../../../shared/contract/programmatic/multiplierModel.ts';
import { partnerCapabilities, partners } from '../../../../shared/contract/programmatic/partner.ts';
import { isOpenrtbKind } from '../../../../shared/contract/programmatic/tester/openrtbKinds.ts';
import { placements } from '../../../../shared/contract/programmatic/placement.ts';
import { listings } from '../../../../shared/contract/sales/listing.ts';
import { read } from '../../../../shared/net/queries.ts';
import type { Json } from '../../../../shared/openrtb/json.ts';
import { useAuth, useSignedIn } from '../../../app/session/auth.tsx';
import { useErrorText } from '../../../kit/text/errorText.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { Field } from '../../../kit/ui/controls/Field.tsx';
import { Notice } from '../../../kit/ui/display/Notice.tsx';
import { Dialog } from '../../../kit/ui/overlays/Dialog.tsx';
import { requestOfPlacement } from './requestOfPlacement.ts';

const LIMIT = 100;
const USUAL_MIN = 15;
const MOST_MIN = 1_440;

interface FromPlacementProps {
  take: (request: Json) => void;
  close: () => void;
}
/** Writes the request that a partner would be sent for a screen of ours at a time. */
export function FromPlacement({ take, close }: FromPlacementProps) {
  const { t } = useTranslation('openrtb');
  const errorText = useErrorText();
  const { client } = useAuth();
  const { user, tenants } = useSignedIn();
  const [placement_id, setPlacement] = useState('');
  const [partner_id, setPartner] = useState('');
  const [minutes, setMinutes] = useState(USUAL_MIN);
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const query = { limit: LIMIT };
  const places = useQuery(read(client, placements.list, { query: { ...query, sort: 'device_name' } }));
  const all = useQuery(read(client, partners.list, { query: { ...query, sort: 'name' } }));
  const candidates = (all.data?.items ?? []).filter(({ kind }) => isOpenrtbKind(kind));
  const placement = places.data?.items.find(({ id }) => id === placement_id);
  const partner = candidates.find(({ id }) => id === partner_id);

  async function build() {
    if (!placement || !partner) return;
    setBusy(true);
    setFailure(null);
    const { device_id, listing_id, multiplier_model_id } = placement;
    try {
      const [device, known, able, model, listing] = await Promise.all([
        client.call(devices.read, { params: { id: device_id } }),
        client.call(inventoryMappings.list, {
          query: { placement_id, partner_id, limit: 1 } as object,
        }),
        client.call(partnerCapabilities, { params: { id: partner_id } }),
        multiplier_model_id && client.call(multiplierModels.read, { params: { id: multiplier_model_id } }),
        listing_id && client.call(listings.read, { params: { id: listing_id } }),
      ]);
      const { location_id } = device;
      const location =
        location_id === null ? null : await client.call(locations.read, { params: { id: location_id } });
      const name = tenants.find(({ id }) => id === user.tenant_id)?.name ?? '';
      const publisher = { id: user.tenant_id, name, domain: window.location.hostname };
      const found = { mapping: known.items[0] ?? null, model: model || null, listing: listing || null };
      take(
        requestOfPlacement(
          { placement, partner, device, location, ...found, publisher, place_decimals: able.place_decimals },
          { now: systemClock.now(), minutes },
        ),
      );
      close();
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  }
  const isEmpty = places.data?.items.length === 0 || (all.data && candidates.length === 0);
  return (
    <Dialog title={t('place.title')} close={close}>
      <form
        className="flex flex-col gap-5 pt-2"
        onSubmit={event => {
          event.preventDefault();
          void build();
        }}
      >
        {isEmpty && <Notice tone="info">{t('place.none')}</Notice>}
        <Choice
          label={t('place.placement')}
          {...{ value: placement_id, change: setPlacement, rows: places.data?.items ?? [] }}
        />
        <Choice label={t('place.partner')} {...{ value: partner_id, change: setPartner, rows: candidates }} />
        <Field label={t('place.minutes')}>
          {aria => (
            <input
              {...aria}
              type="number"
              className="control"
              min={1}
              max={MOST_MIN}
              required
              value={minutes}
              onChange={event => setMinutes(event.target.valueAsNumber)}
            />
          )}
        </Field>
        {failure !== null && (
          <Notice tone="danger" alert>
            {errorText(failure)}
          </Notice>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="outline" onClick={close}>
            {t('place.cancel')}
          </Button>
          <Button type="submit" busy={isBusy}>
            {t('place.build')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  change: (id: string) => void;
  rows: readonly { id: string; name: string }[];
}
function Choice({ label, value, change, rows }: ChoiceProps) {
  const { t } = useTranslation('openrtb');
  return (
    <Field label={label}>
      {aria => (
        <select
          {...aria}
          className="control"
          required
          value={value}
          onChange={event => change(event.target.value)}
        >
          <option value="" disabled>
            {t('request.choose')}
          </option>
          {rows.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
