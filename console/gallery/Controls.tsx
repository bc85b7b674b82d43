import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, type ButtonVariant } from '../kit/ui/controls/Button.tsx';
import { Field } from '../kit/ui/controls/Field.tsx';
import { Kbd } from '../kit/ui/display/Kbd.tsx';
import { PasswordField } from '../kit/ui/controls/PasswordField.tsx';
import { Segmented } from '../kit/ui/controls/Segmented.tsx';
import { TipButton, TipGroup } from '../kit/ui/overlays/TipButton.tsx';
import { Line, Section } from './Section.tsx';

const LOOKS: readonly ButtonVariant[] = ['primary', 'outline', 'quiet', 'danger'];

export function Controls() {
  const { t } = useTranslation('gallery');
  return (
    <>
      <Section title={t('buttons')}>
        {LOOKS.map(look => (
          <Line key={look}>
            <Button variant={look}>{t('act')}</Button>
            <Button variant={look} icon={<Plus size={18} aria-hidden />}>
              {t('act')}
            </Button>
            <Button variant={look} disabled>
              {t('disabled')}
            </Button>
            <Button variant={look} busy>
              {t('busy')}
            </Button>
            <Button variant={look} large>
              {t('large')}
            </Button>
          </Line>
        ))}
        <Line>
          <TipGroup>
            <TipButton label={t('remove')}>
              <Trash2 size={20} aria-hidden />
            </TipButton>
          </TipGroup>
          <Kbd>Ctrl K</Kbd>
          <Range />
        </Line>
      </Section>
      <Section title={t('fields')}>
        <Fields />
      </Section>
    </>
  );
}

function Range() {
  const { t } = useTranslation('gallery');
  const [value, setValue] = useState<'day' | 'week' | 'month'>('week');
  return (
    <Segmented
      label={t('range')}
      value={value}
      options={(['day', 'week', 'month'] as const).map(one => ({ value: one, label: t(`ranges.${one}`) }))}
      onChange={setValue}
    />
  );
}

function Fields() {
  const { t } = useTranslation('gallery');
  return (
    <div className="grid gap-5 md:grid-cols-2">
      <Field label={t('name')} hint={t('hint')}>
        {aria => <input {...aria} className="control" placeholder={t('placeholder')} />}
      </Field>
      <Field label={t('name')} error={t('error')}>
        {aria => <input {...aria} className="control" defaultValue="Cab 1182" />}
      </Field>
      <Field label={t('disabled')}>
        {aria => <input {...aria} className="control" defaultValue="Cab 1182" disabled />}
      </Field>
      <PasswordField label={t('password')} autoComplete="off" />
      <Field label={t('choice')}>
        {aria => (
          <select {...aria} className="control">
            <option>{t('ranges.day')}</option>
            <option>{t('ranges.week')}</option>
          </select>
        )}
      </Field>
      <Field label={t('day')}>{aria => <input {...aria} type="date" className="control" />}</Field>
      <Field label={t('note')}>{aria => <textarea {...aria} rows={3} className="control py-3" />}</Field>
      <label className="flex min-h-12 items-center gap-3">
        <input type="checkbox" className="size-5 accent-primary" defaultChecked />
        {t('check')}
      </label>
    </div>
  );
}
