import { Avatar } from "./avatar.tsx";

export function RecipientLine(props: {
  name: string;
  avatarId: string | null;
  text: string;
  /** What is paid; null while unknown. */
  sum: string | null;
  backHref: string;
  backText: string;
}) {
  return (
    <div className="to">
      <Avatar name={props.name} avatarId={props.avatarId} small />
      <span>
        <b>{props.text}</b>
        <small className="money" id="sum">
          {props.sum}
        </small>
      </span>
      <a href={props.backHref}>{props.backText}</a>
    </div>
  );
}
