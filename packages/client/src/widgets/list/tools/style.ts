/** The style of search, sort and filter. */
import { css } from '../../shared/element.ts'

export const toolsStyle = css`
  .tools { display: flex; flex-wrap: wrap; gap: 8px; align-content: start }
  .tools input { flex: 1 1 100% }
  .tools select { flex: 1 1 40% }
  @container (min-width: 600px) {
    .tools input { flex: 1 }
    .tools select { flex: none }
  }
`
