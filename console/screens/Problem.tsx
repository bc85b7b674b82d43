import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { ApiError } from '../../shared/net/apiError.ts';
import { useErrorText } from '../errorText.ts';
import type { Resource, Row } from '../resources/define.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { RequestId } from '../ui/states.tsx';

interface Use {
  id: string;
  name: string;
}
const isUse = (value: unknown): value is Use =>
  typeof value === 'object' && value !== null && 'id' in value && 'name' in value;

/** Where a thing is used, of a 409 IN_USE: `{used_in: [{id, name}]}`. */
export function usesOf(error: unknown): Use[] {
  if (!(error instanceof ApiError) || error.code !== 'IN_USE') return [];
  const value = error.details.used_in;
  return Array.isArray(value) ? value.filter(isUse) : [];
}

/** What uses a resource: creatives stand in playlists, playlists on screens. */
const USERS = { creatives: 'playlists', playlists: 'devices', devices: null, plays: null } as const;
const ADDRESSES = {
  playlists: (id: string) => `/playlists/${id}`,
  devices: (id: string) => `/admin/devices?id=${id}`,
};

/** What could not be done, and where to go on. */
export function Problem({
  resource,
  error,
  close,
}: {
  resource: Resource<Row>['name'];
  error: unknown;
  close: () => void;
}) {
  const { t } = useTranslation(['screens', 'common']);
  const errorText = useErrorText();
  const user = USERS[resource];
  const uses = usesOf(error);
  return (
    <Dialog title={t('problem')} text={errorText(error)} close={close}>
      {user !== null && uses.length > 0 && (
        <section className="py-2">
          <h3 className="eyebrow">{t(`usedIn.${user}`)}</h3>
          <ul>
            {uses.map(use => (
              <li key={use.id}>
                <Link
                  href={ADDRESSES[user](use.id)}
                  className="inline-flex min-h-11 items-center font-semibold text-primary underline"
                >
                  {use.name}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      <RequestId error={error} />
      <div className="flex justify-end pt-4">
        <Button onClick={close}>{t('common:close')}</Button>
      </div>
    </Dialog>
  );
}
