import { useTranslation } from 'react-i18next';
import { playlists } from '../../shared/contract/content/playlist.ts';
import { RowFilter } from '../kit/fields/RowFilter.tsx';
import type { CustomFilterProps } from '../kit/resource/defineResource.ts';

/** The screens that a playlist is on, by their own choice or that of a group. */
export function PlaylistFilter(props: CustomFilterProps) {
  const { t } = useTranslation('devices');
  return (
    <RowFilter
      {...props}
      param="playlist_id"
      label={t('fields.playlist_id')}
      list={playlists.list}
      hideWhenEmpty
    />
  );
}
