/** The XMP packet of every still: who made it, and what may be done with it. Of one length, so that it can be replaced. */
import { LADDER_GENERATION } from '@veldlicht/contract/ladder';
import { type FileRights, fileRightsOf, fitXml, ownRightsOf } from '@veldlicht/contract/rights';
import { xmlText } from '@veldlicht/contract/xml';
import { mayTellOf } from '@veldlicht/database/keep-addresses';
import type { Store } from '@veldlicht/database/open';
import { toSiteFacts } from '@veldlicht/database/public/site-facts';
import { toldRights } from '@veldlicht/database/public/told-words';
import { media, settings } from '@veldlicht/database/schema';
import { sha256 } from '@veldlicht/database/sha256';
import { sql } from 'drizzle-orm';
import type { FileRow } from './job-deps.ts';

export const PACKET_BYTES = 1300;
/** Every packet begins like this, and no other XMP does. */
export const PACKET_START = '<x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="Veldlicht">';

const VOCABULARY = 'http://ns.useplus.org/ldf/vocab';

function packetText(rights: FileRights, terms: string): string {
  const { creator, notice, licenceUrl, licensor, isReserved } = rights;
  const mining = isReserved ? 'DMI-PROHIBITED-EXCEPTSEARCHENGINEINDEXING' : 'DMI-UNSPECIFIED';
  const address = (name: string, url: string) => url && ` ${name}="${xmlText(url)}"`;
  const words = (text: string) =>
    `<rdf:Alt><rdf:li xml:lang="x-default">${xmlText(text)}</rdf:li></rdf:Alt>`;
  return [
    PACKET_START,
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""',
    ' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"',
    ' xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/" xmlns:plus="http://ns.useplus.org/ldf/xmp/1.0/"',
    ` photoshop:Credit="${xmlText(creator)}"${address('xmpRights:WebStatement', licenceUrl)}`,
    ` plus:DataMining="${VOCABULARY}/${mining}">`,
    `<dc:creator><rdf:Seq><rdf:li>${xmlText(creator)}</rdf:li></rdf:Seq></dc:creator>`,
    `<dc:rights>${words(notice)}</dc:rights><xmpRights:UsageTerms>${words(terms)}</xmpRights:UsageTerms>`,
    `<plus:Licensor><rdf:Seq><rdf:li plus:LicensorName="${xmlText(licensor.name)}"`,
    `${address('plus:LicensorURL', licensor.url)}/></rdf:Seq></plus:Licensor>`,
    '</rdf:Description></rdf:RDF></x:xmpmeta>',
  ].join('');
}

/** The packet for some rights; of the terms as much as there is room for, and of a very long site's addresses few. */
export function rightsPacket(rights: FileRights): Buffer {
  const withoutLicensor = { ...rights, licensor: { ...rights.licensor, url: '' } };
  const roomIn = (one: FileRights) => PACKET_BYTES - Buffer.byteLength(packetText(one, ''));
  const told = [rights, withoutLicensor].find((one) => roomIn(one) >= 0) ?? {
    ...withoutLicensor,
    licenceUrl: '',
  };
  const packet = Buffer.alloc(PACKET_BYTES, ' ');
  packet.write(packetText(told, fitXml(told.terms, roomIn(told))));
  return packet;
}

/** What the stills of a file are made with now: the words in them, and the edition in their names. */
export interface Wording {
  packet: Buffer;
  edition: string;
  /** An item that shows the file is guarded: an earlier wording may say where it was made. */
  isGuarded: boolean;
}

const showsGuarded = (store: Store, hash: string) =>
  store.get(sql`SELECT 1 FROM ${media}
    WHERE guard IS NOT NULL AND (file_hash = ${hash} OR previous_file_hash = ${hash})`) !==
  undefined;

/** Answers the wording of files by the settings, the guard and what is confirmed, as they are now. */
export function wordingBy(
  store: Store,
  origin: string,
): (file: Pick<FileRow, 'hash' | 'facts'>) => Wording {
  const site = toSiteFacts(store.select().from(settings).get()?.profile ?? {}, null, origin);
  const mayTell = mayTellOf(store);
  return ({ hash, facts }) => {
    const own = ownRightsOf(facts);
    const isGuarded = showsGuarded(store, hash);
    const told = isGuarded ? toldRights(own, mayTell) : own;
    const packet = rightsPacket(fileRightsOf(told, site));
    const edition = `${LADDER_GENERATION}${sha256(packet).slice(0, 7)}`;
    return { packet, edition, isGuarded };
  };
}
