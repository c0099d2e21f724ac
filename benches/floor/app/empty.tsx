export default function Empty() {
  return <h1>Empty</h1>;
}
