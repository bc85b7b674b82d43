/** The values of an item and of the settings of a playlist, in words. */
import { useConditionText } from '../../../kit/fields/inputs/conditions/useConditionText.ts';
import { daypartText } from '../../../kit/fields/inputs/time/dayparts.ts';
import { useFormat } from '../../../kit/text/useFormat.ts';
import { useText } from '../../../kit/text/useText.ts';
import type { ComparedItem, ComparedSettings, ItemField, SettingField } from './compare.ts';

export function useFieldTexts() {
  const text = useText('playlists');
  const format = useFormat();
  const conditionText = useConditionText();

  function fieldText(field: ItemField, item: ComparedItem): string {
    switch (field) {
      case 'duration_ms':
        return item.duration_ms === null ? text('compare.ownLength') : format.seconds(item.duration_ms);
      case 'transition':
        return text(`transitions.${item.transition}`);
      case 'fit':
        return text(`compare.fits.${item.fit ?? 'none'}`);
      case 'weight':
        return format.number(item.weight);
      case 'dayparts':
        return item.dayparts.length === 0
          ? text('compare.always')
          : item.dayparts.map(one => daypartText(one, format.dayName)).join('; ');
      case 'valid_from':
      case 'valid_until':
        return item[field] === null ? text('compare.noLimit') : format.day(item[field]);
      case 'conditions':
        return item.conditions.length === 0 ? text('compare.always') : conditionText(item.conditions);
      case 'source':
        return text(item.source === 'campaign_slot' ? 'compare.yes' : 'compare.no');
    }
  }
  function settingText(field: SettingField, settings: ComparedSettings): string {
    switch (field) {
      case 'layout':
      case 'shuffle':
        return text(`values.${settings[field]}`);
      case 'beside_id':
        return settings.beside_name ?? text('compare.none');
      case 'default_duration_ms':
        return format.seconds(settings.default_duration_ms ?? 0);
    }
  }
  return { fieldText, settingText };
}
