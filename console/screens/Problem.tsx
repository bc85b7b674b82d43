import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { ApiError } from '../../shared/net/apiError.ts';
import { useErrorText } from '../errorText.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { RequestId } from '../ui/states.tsx';

interface Use {
  id: string;
  name: string;
}
const isUse = (value: unknown): value is Use =>
  typeof value === 'object' && value !== null && 'id' in value && 'name' in value;

const USERS = {
  playlists: (id: string) => `/playlists/${id}`,
  devices: (id: string) => `/admin/devices?id=${id}`,
} as const;
type User = keyof typeof USERS;
const isUser = (by: unknown): by is User => typeof by === 'string' && by in USERS;

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
  return (
    <Dialog title={t('problem')} text={errorText(error)} close={close}>
      {used && (
        <section className="py-2">
          <h3 className="eyebrow">{t(`usedIn.${used.by}`)}</h3>
          <ul>
            {used.uses.map(use => (
              <li key={use.id}>
                <Link
                  href={USERS[used.by](use.id)}
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
