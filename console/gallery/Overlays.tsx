import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openPalette, openShortcuts } from '../app/palette/paletteStore.ts';
import { Button } from '../kit/ui/controls/Button.tsx';
import { Confirm, Dialog, Sheet } from '../kit/ui/overlays/Dialog.tsx';
import { Menu, MenuItem, MenuLine } from '../kit/ui/overlays/Menu.tsx';
import { useToast } from '../kit/ui/toasts/useToasts.ts';
import { Line, Section } from './Section.tsx';

type Open = 'dialog' | 'wide' | 'sheet' | 'confirm' | null;

export function Overlays() {
  const { t } = useTranslation('gallery');
  const [open, setOpen] = useState<Open>(null);
  const toast = useToast();
  const close = () => setOpen(null);
  return (
    <Section title={t('overlays')}>
      <Line>
        {(['dialog', 'wide', 'sheet', 'confirm'] as const).map(kind => (
          <Button key={kind} variant="outline" onClick={() => setOpen(kind)}>
            {t(`open.${kind}`)}
          </Button>
        ))}
        <Button variant="outline" onClick={openPalette}>
          {t('open.palette')}
        </Button>
        <Button variant="outline" onClick={openShortcuts}>
          {t('open.shortcuts')}
        </Button>
        <Button
          variant="outline"
          onClick={() =>
            toast({
              tone: 'ok',
              title: t('tones.ok'),
              text: t('sentence'),
              action: { label: t('act'), altText: t('act'), run: close },
            })
          }
        >
          {t('open.toast')}
        </Button>
        <Menu label={t('open.menu')}>
          <MenuItem icon={<Pencil size={18} aria-hidden />} onSelect={() => setOpen('dialog')}>
            {t('act')}
          </MenuItem>
          <MenuItem disabled onSelect={close}>
            {t('disabled')}
          </MenuItem>
          <MenuLine />
          <MenuItem danger icon={<Trash2 size={18} aria-hidden />} onSelect={() => setOpen('confirm')}>
            {t('remove')}
          </MenuItem>
        </Menu>
      </Line>
      {(open === 'dialog' || open === 'wide') && (
        <Dialog title={t(`open.${open}`)} text={t('sentence')} close={close} wide={open === 'wide'}>
          <Button onClick={close}>{t('act')}</Button>
        </Dialog>
      )}
      {open === 'sheet' && (
        <Sheet title={t('open.sheet')} close={close}>
          <p>{t('sentence')}</p>
        </Sheet>
      )}
      {open === 'confirm' && (
        <Confirm
          title={t('open.confirm')}
          text={t('sentence')}
          close={close}
          action={
            <Button variant="danger" onClick={close}>
              {t('remove')}
            </Button>
          }
        />
      )}
    </Section>
  );
}
