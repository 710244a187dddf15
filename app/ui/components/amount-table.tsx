export function AmountTable({
  lines,
}: {
  lines: readonly { name: string; amount: string; isSum?: boolean; isZero?: boolean }[];
}) {
  return (
    <table className="price">
      <tbody>
        {lines.map(({ name, amount, isSum, isZero }) => (
          <tr key={name} {...(isSum ? { className: "sum" } : isZero ? { className: "zero" } : {})}>
            <th scope="row">{name}</th>
            <td className="money">{amount}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
