export default function ItemsAlone() {
  return null;
}
