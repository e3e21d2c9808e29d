/** The order in which places are touched to make an action. */

const kindOf = (place: string): string => (place.includes(':') ? place.slice(0, place.indexOf(':')) : '');

/** Whether two places are of one kind, as what stands before the colon says. */
export const alike = (one: string, other: string): boolean => kindOf(one) !== '' && kindOf(one) === kindOf(other);

/**
 * What may be touched next on the way to an action that is made by these touches; null where the places picked do not
 * lead to it. Neighbours of one kind may be touched in any order.
 */
export function leadsOn(touches: string[], picked: string[]): string[] | null {
  const left = [...touches];
  for (const place of picked) {
    const at = left.indexOf(place);
    if (at < 0 || !left.slice(0, at).every((before) => alike(before, place))) return null;
    left.splice(at, 1);
  }
  const [first] = left;
  if (first === undefined) return [];
  const end = left.findIndex((place) => place !== first && !alike(place, first));
  return end < 0 ? left : left.slice(0, end);
}
