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

/** Where a thing is used, of a 409 IN_USE: `{playlists: [{id, name}], devices: […]}`. */
export function usesOf(error: unknown): { kind: 'playlists' | 'devices'; uses: Use[] }[] {
  if (!(error instanceof ApiError) || error.code !== 'IN_USE') return [];
  return (['playlists', 'devices'] as const).flatMap(kind => {
    const value = error.details[kind];
    return Array.isArray(value) ? [{ kind, uses: value.filter(isUse) }] : [];
  });
}

const addressOf = (kind: 'playlists' | 'devices', id: string) =>
  kind === 'playlists' ? `/playlists/${id}` : `/admin/devices?id=${id}`;

/** What could not be done, and where to go on. */
export function Problem({ error, close }: { error: unknown; close(): void }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return (
    <Dialog title={t('problem')} text={errorText(error)} close={close}>
      {usesOf(error).map(({ kind, uses }) => (
        <section key={kind} className="py-2">
          <h3 className="eyebrow">{t(`usedIn.${kind}`)}</h3>
          <ul>
            {uses.map(use => (
              <li key={use.id}>
                <Link href={addressOf(kind, use.id)} className="inline-flex min-h-11 items-center font-semibold text-primary underline">
                  {use.name}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <RequestId error={error} />
      <div className="flex justify-end pt-4">
        <Button onClick={close}>{t('close')}</Button>
      </div>
    </Dialog>
  );
}
