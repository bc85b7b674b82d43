/** What each sample must come to, written by hand: [generic strict, generic lenient, dooh strict, dooh lenient], and the errors of the first. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const FIXTURES = join(import.meta.dirname, '../../fixtures/openrtb');
export const textOfSample = (file: string) => readFileSync(join(FIXTURES, file), 'utf8');
export const sample = (file: string): unknown => JSON.parse(textOfSample(file));

type Outcome = readonly [kind: 'request' | 'response', valid: string, errors: readonly string[]];
const request = (valid: string, ...errors: string[]): Outcome => ['request', valid, errors];
const response = (valid: string, ...errors: string[]): Outcome => ['response', valid, errors];

/** Each letter is a verdict: y valid, n not. A site or an app is no screen, so the dooh profile refuses it. */
export const IAB: Record<string, Outcome> = {
  '01-spec-6-2-1-example-1-simple-banner': request('yynn'),
  '02-spec-6-2-2-example-2-expandable-creative': request('yynn'),
  '03-spec-6-2-3-example-3-mobile': request('yynn'),
  '04-spec-6-2-4-example-4-video': request('yynn'),
  '05-spec-6-2-5-example-5-pmp-with-direct-deal': request('yynn'),
  '06-spec-6-3-1-example-1-ad-served-on-win-notice': response('yyyy'),
  '07-spec-6-3-2-example-2-vast-xml-document-returned-inline': response('yyyy'),
  // "http: //adserver.com" has a space in it.
  '08-spec-6-3-3-example-3-direct-deal-ad-served-on-win-notice': response('nyny', 'url', 'url'),
  '09-spec-6-3-4-example-4-native-markup-returned-inline': response('yyyy'),
  '10-implementation-7-1-no-bid-signaling': response('yyyy'),
  '11-implementation-7-1-no-bid-signaling': response('yyyy'),
  '12-implementation-7-1-no-bid-signaling': response('yyyy'),
  '13-implementation-7-4-skippability': request('nnnn', 'not_json'),
  '14-implementation-7-4-skippability': request('nnnn', 'not_json'),
  '15-implementation-7-4-skippability': request('nnnn', 'not_json'),
  '16-implementation-7-4-skippability': response('nnnn', 'not_json'),
  '17-implementation-7-6-pod-bidding-for-video-and-audio': request('nnnn', 'not_json'),
  '18-implementation-7-6-pod-bidding-for-video-and-audio': response('nnnn', 'not_json'),
  '19-implementation-7-6-pod-bidding-for-video-and-audio': request('nnnn', 'not_json'),
  '20-implementation-7-6-pod-bidding-for-video-and-audio': response('nnnn', 'not_json'),
  '21-implementation-7-6-pod-bidding-for-video-and-audio': request('nnnn', 'not_json'),
  '22-implementation-7-6-pod-bidding-for-video-and-audio': response('nnnn', 'not_json'),
  // A latitude without a longitude, because that is written "long".
  '23-dooh-7-9-6-1-dooh-banner-bid-request': request('nyny', 'pair'),
  // A blank in the billing notice; without its request, nobody can know that it answers another one.
  '24-dooh-7-9-6-2-banner-bid-response': response('nyny', 'url'),
  '25-dooh-7-9-6-3-dooh-video-bid-request': request('nyny', 'pair'),
  '26-dooh-7-9-6-4-dooh-video-bid-response': response('nnnn', 'not_json'),
};

/** Requests of Prebid's adapters and exchange. `mockBidRequest` or `incomingRequest.ortbRequest` is judged. */
export const PREBID: Record<string, Outcome> = {
  'prebid-adapter/smaato/exemplary/multiple-impressions': request('yynn'),
  'prebid-adapter/smaato/exemplary/multiple-impressions-skadn': request('yynn'),
  'prebid-adapter/smaato/exemplary/multiple-media-types': request('yynn'),
  'prebid-adapter/smaato/exemplary/multiple-media-types-skadn': request('yynn'),
  'prebid-adapter/smaato/exemplary/simple-banner-app': request('yynn'),
  // Prebid asks a screen for less than we do; lenient lets that pass.
  'prebid-adapter/smaato/exemplary/simple-banner-dooh': request('yyny'),
  'prebid-adapter/smaato/exemplary/simple-banner-skadn': request('yynn'),
  'prebid-adapter/smaato/exemplary/video-app': request('yynn'),
  // rqddurs beside minduration and maxduration.
  'prebid-adapter/smaato/exemplary/video': request('nynn', 'exclusive'),
  'prebid-adapter/smaato/supplemental/bad-adtype-header-response': request('yynn'),
  'prebid-adapter/smaato/supplemental/bad-status-code-response': request('yynn'),
  'prebid-adapter/smaato/supplemental/bad-user-ext-data-request': request('yynn'),
  'prebid-adapter/smaato/supplemental/bad-user-ext-request': request('yynn'),
  'prebid-adapter/smaato/supplemental/no-adspace-id-request': request('yynn'),
  'prebid-adapter/smaato/supplemental/no-bid-response': request('yynn'),
  'prebid-adapter/smaato/supplemental/no-publisher-id-request': request('yynn'),
  'prebid-adapter/smaato/videosupplemental/bad-bid-ext-response': request('yynn'),
  'prebid-adapter/smaato/videosupplemental/bad-media-type-request': request('yynn'),
  'prebid-exchange/bidadjustmentfactors': request('yynn'),
  'prebid-exchange/dsa-not-required': request('yynn'),
  'prebid-exchange/events-bid-account-off-request-off': request('yynn'),
  // A video without its types.
  'prebid-exchange/events-vast-account-off-request-off': request('nnnn', 'missing'),
  'prebid-exchange/imp-fpd-invalid': request('yynn'),
  // A native object without its request.
  'prebid-exchange/imp-fpd-skipped-validation': request('nnnn', 'missing'),
  'prebid-exchange/lmt-featureflag-off': request('yynn'),
  'prebid-exchange/multi-bids-error': request('yynn'),
  'prebid-exchange/server-info-with-ext': request('yynn'),
  'prebid-exchange/targeting-mobile': request('yynn'),
};

/** Prebid's own verdict on whole requests: its error in our words. */
export const ENDPOINT: Record<string, Outcome> = {
  'invalid-whole/audio-maxbitrate-negative': request('nnnn', 'too_small'),
  'invalid-whole/audio-minbitrate-negative': request('nnnn', 'too_small'),
  'invalid-whole/banner-w-negative': request('nnnn', 'too_small'),
  'invalid-whole/deal-no-id': request('nnnn', 'empty'),
  'invalid-whole/device-ppi-negative': request('nnnn', 'too_small'),
  'invalid-whole/format-hratio-negative': request('nnnn', 'too_small', 'format_both'),
  'invalid-whole/format-two-widths': request('nnnn', 'format_both'),
  'invalid-whole/format-wmin-negative': request('nnnn', 'too_small', 'format_both'),
  'invalid-whole/null': request('nnnn', 'not_object'),
  'invalid-whole/site-app-both': request('nnnn', 'exclusive'),
  'invalid-whole/tmax-negative': request('nnnn', 'too_small', 'missing'),
  'invalid-whole/video-maxbitrate-negative': request('nnnn', 'too_small'),
  'invalid-whole/video-minbitrate-negative': request('nnnn', 'too_small'),
  'valid-whole/exemplary/dooh': request('yyny'),
  'valid-whole/exemplary/simple-case-insensitive': request('yynn'),
  'valid-whole/exemplary/user-ext-eids-source-duplicate': request('yynn'),
  'valid-whole/supplementary/imp-with-stored-bid-resp': request('yynn'),
  'valid-whole/supplementary/imp-with-stored-bid-resp-case-not-matching-bidder-name': request('yynn'),
  'valid-whole/supplementary/multi-bid-error': request('yynn'),
  'valid-whole/supplementary/req-ext-bidder-params-merge': request('yynn'),
  'valid-whole/supplementary/req-two-imps-stored-bid-responses': request('yynn'),
  'valid-whole/supplementary/us-privacy-conflict': request('yynn'),
  'valid-whole/supplementary/us-privacy-invalid': request('yynn'),
  'valid-whole/user-eids-empty-uids-removed': request('yynn'),
  'valid-whole/user-eids-uids-missing': request('yynn'),
};
