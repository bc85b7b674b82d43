import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { ApiError } from '../../../../shared/net/apiError.ts';
import { useErrorText } from '../../text/errorText.ts';
import { PATHS, PLAYLIST_PAGES } from '../../../app/paths.ts';

import { Button } from '../../ui/controls/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { RequestId } from '../../ui/display/states.tsx';
import { useBase } from '../record/useBase.ts';

interface Use {
  id: string;
  name: string;
}
const isUse = (value: unknown): value is Use =>
  typeof value === 'object' && value !== null && 'id' in value && 'name' in value;

const USERS = ['playlists', 'devices'] as const;
type User = (typeof USERS)[number];
const isUser = (by: unknown): by is User => USERS.some(user => user === by);

/** Where a thing is used, of a 409 IN_USE: `{by, used_in: [{id, name}]}`. */
function usesOf(error: unknown): { by: User; uses: Use[] } | null {
  if (!(error instanceof ApiError) || error.code !== 'IN_USE') return null;
  const { by, used_in } = error.details;
  return isUser(by) && Array.isArray(used_in) ? { by, uses: used_in.filter(isUse) } : null;
}

/** What could not be done, and where to go on. */
export function Problem({ error, close }: { error: unknown; close: () => void }) {
  const { t } = useTranslation(['screens', 'common']);
  const errorText = useErrorText();
  const used = usesOf(error);
  const playlists = useBase({ at: PLAYLIST_PAGES });
  const at: Record<User, (id: string) => string> = {
    playlists: id => `${playlists}/${id}`,
    devices: id => `${PATHS.devices}?id=${id}`,
  };
  return (
    <Dialog title={t('problem')} text={errorText(error)} close={close}>
      {used && (
        <section className="py-2">
          <h3 className="eyebrow">{t(`usedIn.${used.by}`)}</h3>
          <ul>
            {used.uses.map(use => (
              <li key={use.id}>
                <Link
                  href={at[used.by](use.id)}
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
