/** Codecs × containers of videos that are taken. */
import type { SourceMime, Unplayable } from '../../../../shared/contract/content/media.ts';
import { alwaysOf, type Format } from './format.ts';
import { film, remuxed, withText, type Source } from './make.ts';

const FAST = '-c:v libx264 -preset ultrafast';
export const X264 = `${FAST} -pix_fmt yuv420p`;
const X265 = '-c:v libx265 -preset ultrafast -x265-params log-level=error -tag:v hvc1 -pix_fmt';
export const VP9 = '-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -b:v 200k';
const AV1 = '-c:v libaom-av1 -cpu-used 8 -usage realtime -b:v 200k';
const HLG = '-color_primaries bt2020 -color_trc arib-std-b67 -colorspace bt2020nc';
const PQ = '-color_primaries bt2020 -color_trc smpte2084 -colorspace bt2020nc';
const INTERLACED = '-vf interlace -flags +ilme+ildct';

type Row = readonly [name: string, extension: string, args: string, source?: Source];

const MIMES: Record<string, SourceMime> = {
  mp4: 'video/mp4',
  '3gp': 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  mkv: 'video/x-matroska',
  avi: 'video/x-msvideo',
  mpg: 'video/mpeg',
  ts: 'video/mp2t',
  m2ts: 'video/mp2t',
};
const sizeOf = (text = '128x72') => text.split('x').map(Number) as [number, number];
const format = ([name, extension, args, source]: Row): Format => ({
  ...{ name, mime: MIMES[extension]!, size: sizeOf(source?.size) },
  make: () => film(extension, args, source),
});

const PLAYED: Row[] = [
  ['MP4 H.264 AAC', 'mp4', `${X264} -c:a aac -movflags faststart`],
  ['MP4 H.264, its index last', 'mp4', `${X264} -c:a aac`],
  ['MP4 H.264 silent', 'mp4', X264, { isSilent: true }],
  ['MP4 H.264 baseline', 'mp4', `${X264} -profile:v baseline -c:a aac`],
  ['MP4 H.264 MP3', 'mp4', `${X264} -c:a libmp3lame`],
  ['MP4 H.264 at 59.94', 'mp4', `${X264} -c:a aac`, { rate: '60000/1001' }],
  ['MP4 H.264 at 23.976', 'mp4', `${X264} -c:a aac`, { rate: '24000/1001' }],
  ['MP4 H.264 at 1', 'mp4', X264, { rate: '1', seconds: 3, isSilent: true }],
  ['MP4 H.264 of one frame', 'mp4', `${X264} -frames:v 1`, { isSilent: true }],
  ['MP4 H.264 full range', 'mp4', `${FAST} -pix_fmt yuvj420p -c:a aac`],
  ['MP4 H.264 in fragments', 'mp4', `${X264} -c:a aac -movflags frag_keyframe+empty_moov`],
  ['MP4 VP9 Opus', 'mp4', `${VP9} -c:a libopus`],
  ['MP4 AV1', 'mp4', AV1, { isSilent: true }],
  ['WebM VP9 Opus', 'webm', `${VP9} -c:a libopus`],
  ['WebM VP9 Vorbis', 'webm', `${VP9} -c:a libvorbis`],
  ['WebM AV1 Opus', 'webm', `${AV1} -c:a libopus`],
  ['WebM VP9, odd sides', 'webm', `-vf scale=127:71,setsar=1 ${VP9}`, { size: '127x71' }],
];

/** Whatever is in them. */
const IN_OTHER_CONTAINERS: Row[] = [
  ['QuickTime H.264 AAC', 'mov', `${X264} -c:a aac`],
  ['QuickTime ProRes PCM', 'mov', '-c:v prores_ks -c:a pcm_s16le'],
  ['QuickTime ProRes 4444', 'mov', '-c:v prores_ks -profile:v 4444 -pix_fmt yuva444p10le'],
  ['QuickTime HEVC HLG', 'mov', `${X265} yuv420p10le ${HLG} -c:a aac`],
  ['QuickTime Motion JPEG', 'mov', '-c:v mjpeg -pix_fmt yuvj422p -c:a pcm_s16be'],
  ['QuickTime DNxHR', 'mov', '-c:v dnxhd -profile:v dnxhr_hq -pix_fmt yuv422p', { size: '256x144' }],
  ['QuickTime Animation', 'mov', '-c:v qtrle', { isSilent: true }],
  ['Matroska H.264 AAC', 'mkv', `${X264} -c:a aac`],
  ['Matroska VP9 Opus', 'mkv', `${VP9} -c:a libopus`],
  ['Matroska HEVC FLAC', 'mkv', `${X265} yuv420p -c:a flac`],
  ['Matroska FFV1', 'mkv', '-c:v ffv1 -c:a pcm_s24le'],
  [
    'Matroska MPEG-4 AC-3, odd sides',
    'mkv',
    '-vf scale=127:71,setsar=1 -c:v mpeg4 -c:a ac3',
    { size: '127x71' },
  ],
  ['AVI MPEG-4 MP3', 'avi', '-c:v mpeg4 -c:a libmp3lame'],
  ['AVI Motion JPEG PCM', 'avi', '-c:v mjpeg -pix_fmt yuvj420p -c:a pcm_s16le'],
  ['AVI uncompressed', 'avi', '-c:v rawvideo -pix_fmt bgr24', { isSilent: true }],
  ['AVI HuffYUV', 'avi', '-c:v huffyuv', { isSilent: true }],
  ['AVI MS-MPEG-4', 'avi', '-c:v msmpeg4 -c:a pcm_u8'],
  ['AVI at 5', 'avi', '-c:v mpeg4', { rate: '5', isSilent: true }],
  ['MPEG-2', 'mpg', '-c:v mpeg2video -c:a mp2'],
  ['MPEG-1', 'mpg', '-c:v mpeg1video -c:a mp2'],
  ['MPEG-2 interlaced', 'mpg', `${INTERLACED} -c:v mpeg2video -c:a mp2`, { rate: '50' }],
  ['transport stream MPEG-2', 'ts', '-c:v mpeg2video -c:a mp2'],
  ['transport stream H.264 AAC', 'ts', `${X264} -c:a aac`],
  ['M2TS of a camera', 'm2ts', `${X264} -c:a ac3 -f mpegts -mpegts_m2ts_mode 1`],
];

const FOR_ANOTHER_REASON: [why: Unplayable, ...row: Row][] = [
  ['video_codec', 'MP4 HEVC', 'mp4', `${X265} yuv420p -c:a aac`],
  ['video_codec', 'MP4 HEVC PQ', 'mp4', `${X265} yuv420p10le ${PQ}`],
  ['video_codec', 'MP4 MPEG-4 part 2', 'mp4', '-c:v mpeg4 -c:a aac'],
  ['video_codec', '3GP H.263', '3gp', '-c:v h263 -c:a aac', { size: '176x144' }],
  ['video_codec', 'WebM VP8 Vorbis', 'webm', '-c:v libvpx -deadline realtime -b:v 200k -c:a libvorbis'],
  ['pixel_format', 'WebM VP9 10 bits', 'webm', `${VP9} -pix_fmt yuv420p10le`, { isSilent: true }],
  ['pixel_format', 'MP4 AV1 10 bits', 'mp4', `${AV1} -pix_fmt yuv420p10le`, { isSilent: true }],
  ['pixel_format', 'MP4 H.264 10 bits', 'mp4', `${FAST} -pix_fmt yuv420p10le -c:a aac`],
  ['pixel_format', 'MP4 H.264 4:2:2', 'mp4', `${FAST} -pix_fmt yuv422p -c:a aac`],
  ['pixel_format', 'MP4 H.264 4:4:4', 'mp4', `${FAST} -pix_fmt yuv444p -c:a aac`],
  ['frame_rate', 'MP4 H.264 at 120', 'mp4', `${X264} -c:a aac`, { rate: '120' }],
  ['audio_codec', 'MP4 H.264 AC-3', 'mp4', `${X264} -c:a ac3`],
  ['audio_codec', 'MP4 H.264 ALAC', 'mp4', `${X264} -c:a alac`],
];

export const plain = () => film('mp4', `${X264} -c:a aac -movflags faststart`);
const turned = (degrees: number, size: Format['size']): Format => ({
  ...{ name: `MP4 turned by ${degrees}°`, mime: 'video/mp4', why: 'rotation', size },
  make: () => remuxed(plain(), 'mp4', `-metadata:s:v:0 rotate=${degrees}`),
});
const SPECIAL: Format[] = [
  turned(90, [72, 128]),
  turned(180, [128, 72]),
  turned(270, [72, 128]),
  {
    ...{ name: 'MP4 H.264, wide pixels', mime: 'video/mp4', size: [171, 72] },
    make: () => film('mp4', `-vf setsar=4/3 ${X264} -c:a aac`),
  },
  {
    ...{ name: 'QuickTime without a brand', mime: 'video/quicktime', why: 'container' },
    make: () => withText(film('mov', `${X264} -c:a aac`), 4, 'free'),
  },
  {
    ...{ name: 'MP4 H.264 interlaced', mime: 'video/mp4', why: 'interlaced', isSameWithout: false },
    make: () => film('mp4', `${INTERLACED} ${X264} -x264opts tff=1 -c:a aac`, { rate: '50' }),
  },
];

const ALWAYS = [...['QuickTime HEVC HLG', 'AVI MPEG-4 MP3', 'MP4 H.264 10 bits'], 'MP4 turned by 90°'];
export const VIDEOS: readonly Format[] = alwaysOf(
  [
    ...PLAYED.map(format),
    ...IN_OTHER_CONTAINERS.map(row => ({ ...format(row), why: 'container' as const })),
    ...FOR_ANOTHER_REASON.map(([why, ...row]) => ({ ...format(row), why })),
    ...SPECIAL,
  ],
  ALWAYS,
);
