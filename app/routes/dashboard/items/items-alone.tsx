/** The address of the list without a form over it. */
export default function ItemsAlone() {
  return null;
}
