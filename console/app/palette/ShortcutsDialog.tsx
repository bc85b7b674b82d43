import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { patchMe } from '../../../shared/contract/identity/user.ts';
import { useSignedIn } from '../session/auth.tsx';
import { useErrorText } from '../../kit/text/errorText.ts';
import { paletteShortcut } from '../../kit/keyboard.ts';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { Kbd } from '../../kit/ui/display/Kbd.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { useSave } from '../../kit/useSave.ts';
import { closePalette, paletteStore } from './paletteStore.ts';

/** Single-key shortcuts; users of speech input can turn them off (WCAG 2.1.4). */
const KEYS = [
  ['j', 'next'],
  ['k', 'previous'],
  ['Enter', 'open'],
  ['e', 'edit'],
  ['/', 'search'],
  ['n', 'make'],
  ['?', 'help'],
] as const;

export default function ShortcutsDialog() {
  const { t } = useTranslation('palette');
  const [origin] = useState(() => paletteStore.getState().origin);
  return (
    <Dialog title={t('shortcuts.title')} close={closePalette} origin={origin}>
      <dl>
        <Row keys={paletteShortcut(navigator.platform)} text={t('shortcuts.palette')} />
        {KEYS.map(([key, name]) => (
          <Row key={key} keys={key} text={t(`shortcuts.${name}`)} />
        ))}
      </dl>
      <SingleKeys />
    </Dialog>
  );
}

const Row = ({ keys, text }: { keys: string; text: string }) => (
  <div className="flex items-center gap-4 border-b border-line py-2">
    <dt className="w-20">
      <Kbd>{keys}</Kbd>
    </dt>
    <dd className="flex-1">{text}</dd>
  </div>
);

function SingleKeys() {
  const { t } = useTranslation('palette');
  const { user } = useSignedIn();
  const save = useSave();
  const errorText = useErrorText();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  async function change(shortcuts: boolean) {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    try {
      const body = { prefs: { ...user.prefs, shortcuts } };
      await save(client => client.call(patchMe, { body, version: user.version }));
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }
  return (
    <>
      <label className="mt-4 flex min-h-12 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          className="size-5 accent-primary"
          checked={user.prefs.shortcuts}
          aria-busy={busy}
          onChange={event => void change(event.target.checked)}
        />
        <span>
          <span className="block font-semibold">{t('shortcuts.single')}</span>
          <span className="block text-13 text-ink-2">{t('shortcuts.singleNote')}</span>
        </span>
      </label>
      {failure !== null && (
        <Notice tone="danger" alert>
          {errorText(failure)}
        </Notice>
      )}
    </>
  );
}
