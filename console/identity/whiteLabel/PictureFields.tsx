/** Logos and the splash of the player: each goes into the draft as soon as it is picked. */
import clsx from 'clsx';
import { Upload, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  LOGO_TYPES,
  MAX_LOGO_BYTES,
  PICTURES,
  patchWhiteLabel,
  type Picture,
  type WhiteLabel,
} from '../../../shared/contract/identity/whiteLabel.ts';
import { ApiError } from '../../../shared/net/apiError.ts';
import { useProblemText } from '../../kit/text/problemText.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { Button, IconButton } from '../../kit/ui/controls/Button.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { useRefetchOnConflict, useSave } from '../../kit/useSave.ts';
import { themeStyle } from './themes.ts';

/** Screens without content are dark. */
const GROUNDS = { logo_light: 'light', logo_dark: 'dark', player_splash: 'dark' } as const;

const dataUrlOf = (file: File): Promise<string> =>
  new Promise((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(typeof reader.result === 'string' ? reader.result : '');
    reader.onerror = () => failed(reader.error ?? new Error('the file cannot be read'));
    reader.readAsDataURL(file);
  });

export function PictureFields({ row, disabled }: { row: WhiteLabel; disabled: boolean }) {
  const { t } = useTranslation('whiteLabel');
  return (
    <fieldset className="mt-8 flex max-w-[640px] flex-col gap-4 border-t border-line pt-5">
      <legend className="sr-only">{t('logos.title')}</legend>
      <h2 className="text-16">{t('logos.title')}</h2>
      <p className="text-13 text-ink-3">{t('logos.text')}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        {PICTURES.map(field => (
          <PictureField key={field} field={field} row={row} disabled={disabled} />
        ))}
      </div>
    </fieldset>
  );
}

interface PictureFieldProps {
  field: Picture;
  row: WhiteLabel;
  disabled: boolean;
}
function PictureField({ field, row, disabled }: PictureFieldProps) {
  const { t } = useTranslation('whiteLabel');
  const format = useFormat();
  const problemText = useProblemText();
  const save = useSave();
  const refetchOnConflict = useRefetchOnConflict();
  const native = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const limits = { size: format.bytes(MAX_LOGO_BYTES) };
  const picture = row[field];
  const isSplash = field === 'player_splash';

  const textOf = (error: unknown) =>
    error instanceof ApiError && error.fieldTexts[field] ? t('logos.refused', limits) : problemText(error);
  async function keep(picked: string | null) {
    setBusy(true);
    setProblem(undefined);
    try {
      await refetchOnConflict(
        patchWhiteLabel,
        save(client => client.call(patchWhiteLabel, { body: { [field]: picked }, version: row.version })),
      );
    } catch (error) {
      setProblem(textOf(error));
    } finally {
      setBusy(false);
    }
  }
  async function take(file: File | undefined) {
    if (!file) return;
    const isTaken = (LOGO_TYPES as readonly string[]).includes(file.type) && file.size <= MAX_LOGO_BYTES;
    if (isTaken) await keep(await dataUrlOf(file));
    else setProblem(t('logos.refused', limits));
  }
  return (
    <div className={clsx('flex flex-col gap-2', isSplash && 'sm:col-span-2')}>
      <h3 className="text-14 font-semibold">{t(`fields.${field}`)}</h3>
      <div
        style={themeStyle(GROUNDS[field])}
        className="flex min-h-20 items-center justify-center border border-line bg-surface p-4 text-13 text-ink-2"
      >
        {picture === null ? (
          t('logos.none')
        ) : (
          <img src={picture} alt={t(`fields.${field}`)} className={isSplash ? 'max-h-40' : 'max-h-12'} />
        )}
      </div>
      {!disabled && (
        <div className="flex items-center gap-2">
          <Button
            variant="outline"
            busy={busy}
            icon={<Upload size={18} aria-hidden />}
            onClick={() => native.current?.click()}
          >
            {t('logos.choose')}
          </Button>
          {picture !== null && (
            <IconButton
              label={t('logos.remove', { logo: t(`fields.${field}`) })}
              onClick={() => void keep(null)}
            >
              <X size={18} aria-hidden />
            </IconButton>
          )}
          <input
            ref={native}
            type="file"
            hidden
            accept={LOGO_TYPES.join(',')}
            aria-label={t(`fields.${field}`)}
            onChange={event => {
              void take(event.target.files?.[0]);
              event.target.value = '';
            }}
          />
        </div>
      )}
      {problem !== undefined && (
        <Notice tone="danger" alert>
          {problem}
        </Notice>
      )}
    </div>
  );
}
