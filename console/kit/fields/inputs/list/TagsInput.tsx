import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_TAG_LENGTH, MAX_TAGS } from '../../../../../shared/contract/wire/wire.ts';
import { useRefusal } from '../../../ui/controls/refusal.ts';
import type { WidgetProps } from '../props.ts';
import { Chips } from './Chips.tsx';
import { addTags, endsTag, type Added } from './tags.ts';

const REFUSALS = {
  tags: { tagTwice: 'tagTwice', tagTooLong: 'tagTooLong', tooManyTags: 'tooManyTags' },
  words: { tagTwice: 'wordTwice', tagTooLong: 'wordTooLong', tooManyTags: 'tooManyWords' },
  recipients: { tagTwice: 'addressTwice', tagTooLong: 'addressTooLong', tooManyTags: 'tooManyAddresses' },
  addresses: { tagTwice: 'addressTwice', tagTooLong: 'addressTooLong', tooManyTags: 'tooManyAddresses' },
} as const;

/** Enter, a comma or leaving the field makes a tag of what is typed; Backspace in an empty field takes the last one back. */
export function TagsInput({
  input,
  aria,
  name,
  value,
  disabled,
  onChange,
  onBlur,
  ref,
}: WidgetProps<'tags'>) {
  const { t } = useTranslation('inputs');
  const tags = Array.isArray(value) ? (value as string[]) : [];
  const [typed, setTyped] = useState('');
  const [refused, setRefused] = useState<Added['refused']>();
  const { max = MAX_TAGS, maxLength = MAX_TAG_LENGTH } = input;
  const called = input.of ?? 'tags';
  const sentence =
    refused && t(`refused.${REFUSALS[called][refused]}`, { n: refused === 'tagTooLong' ? maxLength : max });
  useRefusal(sentence);

  function take(text: string) {
    const added = addTags(tags, text, input);
    setTyped(added.rest);
    setRefused(added.refused);
    if (added.tags.length !== tags.length) onChange(added.tags);
  }
  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && typed.trim() !== '') {
      event.preventDefault();
      take(typed);
    } else if (event.key === 'Backspace' && typed === '' && tags.length > 0) {
      onChange(tags.slice(0, -1));
      setRefused(undefined);
    }
  }
  return (
    <div className="flex flex-col gap-2">
      <Chips
        label={t('chosen')}
        chips={tags.map(tag => ({ key: tag, text: tag }))}
        disabled={disabled}
        remove={tag => {
          onChange(tags.filter(one => one !== tag));
          setRefused(undefined);
        }}
      />
      <input
        {...aria}
        ref={ref}
        name={name}
        disabled={disabled}
        autoComplete="off"
        className="control"
        placeholder={disabled ? undefined : t(`${called}.add`)}
        value={typed}
        onChange={event => {
          setRefused(undefined);
          if (endsTag(event.target.value)) take(event.target.value);
          else setTyped(event.target.value);
        }}
        onKeyDown={press}
        onBlur={() => {
          if (typed.trim() !== '') take(typed);
          onBlur();
        }}
      />
      <p className="text-13 text-ink-3">{t(`${called}.count`, { n: tags.length, max })}</p>
    </div>
  );
}
