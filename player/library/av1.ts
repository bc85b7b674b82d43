/** Full HD at 30 frames/s, as the largest rendition in AV1 is. */
const LARGEST = {
  contentType: 'video/mp4; codecs="av01.0.08M.08"',
  ...{ width: 1920, height: 1080, framerate: 30, bitrate: 2_700_000 },
};

/** Whether this machine plays AV1 without dropping frames and without the heat of decoding in software. */
export async function playsAv1(media: Pick<MediaCapabilities, 'decodingInfo'> | undefined): Promise<boolean> {
  const answer = await media?.decodingInfo({ type: 'file', video: LARGEST }).catch(() => null);
  return answer ? answer.supported && answer.smooth && answer.powerEfficient : false;
}
